// A boardgame.io server at its best: one trivial game, kept in memory, nothing saved.
const { Server, Origins } = require("boardgame.io/server");
const { Count } = require("./game.cjs");

const server = Server({ games: [Count], origins: [Origins.LOCALHOST] });
server.run({ port: 0 }).then(({ appServer }) => {
  console.log(`listens on http://127.0.0.1:${appServer.address().port}`);
});
