// What follows from a review: the turning points of a game for one seat, and where its result came from.

/**
 * @typedef {import("../base/wire.d.ts").Reviewed} Reviewed
 * @typedef {import("../base/wire.d.ts").ReviewedStep} ReviewedStep
 * @typedef {import("../base/wire.d.ts").ReviewedSeat} ReviewedSeat
 * @typedef {"mine" | "small" | "theirs" | "luck" | "unknown"} Kind
 * @typedef {{v: number, kind: Kind, change: number}} TurningPoint `change` is by how much the chance of the seat went up
 * @typedef {{part: "start" | "luck" | "own" | "others" | "unknown" | "result", from: number, to: number, change: number}} Part
 */

/** From which change on something is worth mentioning, and the two sizes above it. */
export const SIZES = [0.05, 0.1, 0.15];
const MISTAKE = 0.1; // smaller ones are small
const SURE = 2; // standard errors
const WELL = 0.1; // who has lost no more than this has played well
const NOTABLE = 0.1; // more luck, or gifts, are worth a word

/**
 * The moments that made a difference for a seat, in order; for spectators all mistakes.
 * @param {Reviewed} review
 * @param {number | null} seat
 * @param {number} least
 * @returns {TurningPoint[]}
 */
export function turningPoints(review, seat, least) {
  /** @type {TurningPoint[]} */
  const found = [];
  for (const step of review.steps) {
    const loss = step.grade ? (step.loss ?? 0) : 0;
    if (seat === null) {
      if (loss >= least) found.push({ v: step.v, kind: "theirs", change: -loss });
      continue;
    }
    const mine = step.by === seat;
    if (mine && loss >= least) found.push({ v: step.v, kind: loss >= MISTAKE ? "mine" : "small", change: -loss });
    const given = loss ? (step.shares?.[seat] ?? 0) : 0;
    if (!mine && given >= least) found.push({ v: step.v, kind: "theirs", change: given });
    const luck = step.luck[seat];
    if (isNotable(review, step, seat, luck, least)) found.push({ v: step.v, kind: "luck", change: luck });
    const rest = unknownChange(review, step, seat);
    if (isNotable(review, step, seat, rest, least)) found.push({ v: step.v, kind: "unknown", change: rest });
  }
  return found;
}

/**
 * Whether a change is large enough, and larger than chance in the sample would explain.
 * @param {Reviewed} review
 * @param {ReviewedStep} step
 * @param {number} seat
 * @param {number} change
 * @param {number} least
 */
function isNotable(review, step, seat, change, least) {
  const before = chanceBefore(review, step.v, seat);
  const spread = (/** @type {number} */ chance) => chance * (1 - chance);
  return Math.abs(change) >= least && Math.abs(change) > SURE * Math.sqrt((spread(before) + spread(step.win[seat])) / review.worlds);
}

/**
 * What a step changed for a seat beyond luck and what decisions cost: what nobody could know.
 * @param {Reviewed} review
 * @param {ReviewedStep} step
 * @param {number} seat
 */
function unknownChange(review, step, seat) {
  if (step.v === 0) return 0;
  const decided = step.by === seat ? -(step.loss ?? 0) : (step.shares?.[seat] ?? 0);
  return step.win[seat] - chanceBefore(review, step.v, seat) - step.luck[seat] - decided;
}

/**
 * A seat's chance before a step.
 * @param {Reviewed} review
 * @param {number} v
 * @param {number} seat
 */
export function chanceBefore(review, v, seat) {
  return v === 0 ? review.seats[seat].start : review.steps[v - 1].win[seat];
}

/**
 * The way from the start to the result, part by part.
 * @param {ReviewedSeat} seat
 * @returns {Part[]}
 */
export function partsOf(seat) {
  /** @type {Part[]} */
  const parts = [{ part: "start", from: 0, to: seat.start, change: seat.start }];
  let at = seat.start;
  for (const part of /** @type {const} */ (["luck", "own", "others", "unknown"])) {
    parts.push({ part, from: at, to: at + seat[part], change: seat[part] });
    at += seat[part];
  }
  return [...parts, { part: "result", from: 0, to: seat.result, change: seat.result }];
}

/**
 * The key of the sentence that says the main thing.
 * @param {ReviewedSeat} seat
 */
export function verdictKey(seat) {
  const luck = Math.abs(seat.luck) < NOTABLE ? "even" : seat.luck > 0 ? "good" : "bad";
  return `${-seat.own <= WELL ? "well" : "badly"}_${luck}`;
}

/** Whether what others gave away is worth a word. @param {ReviewedSeat} seat */
export function wasGiven(seat) {
  return seat.others >= NOTABLE;
}
