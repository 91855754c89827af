// Four of boardgame.io's own clients at each of many matches: `players.cjs URL MATCHES MOVES NAME`.
// Prints `ready` when all see their match, plays after a line on standard input, and prints `done` at the end.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { Count } = require("./game.cjs");

const [url, matches, moves, name] = process.argv.slice(2);
const SEATS = 4;
const clients = [];
let playing = false;
let unready = matches * SEATS;
let unfinished = matches * SEATS;

function look(client, seen, state) {
  if (state === null) return;
  if (!seen.ready && state.isConnected) {
    seen.ready = true;
    unready -= 1;
    if (unready === 0) console.log("ready");
  }
  if (!seen.done && state.G.count >= moves) {
    seen.done = true;
    unfinished -= 1;
    if (unfinished === 0) {
      console.log("done");
      clients.forEach((each) => each.stop());
      process.exit(0);
    }
  }
  const mine = state.ctx.currentPlayer === client.playerID;
  if (playing && mine && state.G.count < moves && seen.answered < state.ctx.turn) {
    seen.answered = state.ctx.turn; // the client shows its own move before the server makes it
    client.moves.further();
  }
}

for (let match = 0; match < matches; match += 1) {
  for (let seat = 0; seat < SEATS; seat += 1) {
    const client = Client({
      game: Count,
      numPlayers: SEATS,
      matchID: `${name}-${match}`,
      playerID: String(seat),
      multiplayer: SocketIO({ server: url, socketOpts: { transports: ["websocket"] } }),
      debug: false,
    });
    const seen = { ready: false, done: false, answered: 0 };
    client.subscribe((state) => look(client, seen, state));
    clients.push(client);
    client.seen = seen;
    client.start();
  }
}

process.stdin.once("data", () => {
  playing = true;
  clients.forEach((client) => look(client, client.seen, client.getState()));
});
