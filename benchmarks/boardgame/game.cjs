// The least that boardgame.io can be asked to play: each in turn counts one further.
exports.Count = {
  name: "count",
  setup: () => ({ count: 0 }),
  moves: { further: ({ G }) => { G.count += 1; } },
  turn: { minMoves: 1, maxMoves: 1 },
};
