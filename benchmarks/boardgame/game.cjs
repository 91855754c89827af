// The smallest possible game for boardgame.io: each player in turn adds one.
exports.Count = {
  name: "count",
  setup: () => ({ count: 0 }),
  moves: { further: ({ G }) => { G.count += 1; } },
  turn: { minMoves: 1, maxMoves: 1 },
};
