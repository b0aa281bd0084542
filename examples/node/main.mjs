// Lets heartspec judge the game in hearts.mjs: a JSON object a line comes in, one goes out.
//
// `can` and `options` say what the game claims; nothing else is asked of it.  It plays to any limit, so that
// match.limit is left out.  A game that plays one sheet as it stands says `sheets: ["qdan"]` instead of `options`.

import { createInterface } from "node:readline";
import { Game, Refused } from "./hearts.mjs";

const HELLO = {
  protocol: 1,
  implementation: { name: "Hearts in JavaScript", version: "1.0" },
  can: ["legal", "refuse", "explain", "passing", "match", "resume"],
  players: [4],
  options: {
    "pass.count": [3],
    "pass.cycle": [["left", "right", "across", "hold"]],
    "open.leader": ["lowest-club"],
    "open.card": ["that-card"],
    "first-trick.banned": [["hearts", "queen"]],
    "hearts.lead": ["after-heart"],
    "hearts.lead-release": ["only-hearts"],
    "value.heart": ["one"],
    "value.card": [{ QS: 13 }],
    "bonus.card": ["none"],
    "moon.mode": ["add"],
    "moon.amount": ["total"],
    "moon.needs": ["penalties"],
    "match.end": ["limit"],
    "match.compare": ["reach"],
    "match.tie": ["extra-rounds"],
  },
  replay: true,
};

// The rule behind each reason that the game gives.
const RULES = {
  "not now": "round.phase",
  "three cards are passed": "pass.count",
  "a card is named twice": "pass.own-distinct",
  "a card passed is not held": "pass.own-distinct",
  "another player's turn": "turn.in-order",
  "a card that is not held": "turn.own-card",
  "another opening card": "open.exact-card",
  "suit not followed": "play.follow-suit",
  "a heart on the first trick": "first-trick.no-hearts",
  "the queen on the first trick": "first-trick.no-queen",
  "hearts are not broken": "hearts.no-lead-unbroken",
};

let game = null;

const MOVES = {
  start({ dealer, round, totals, options, limit_reached: limitReached }) {
    game = new Game({ dealer, round, totals, limit: options["match.limit"], limitReached });
  },
  deal: ({ hands }) => started().deal(hands),
  pass: ({ seat, cards }) => started().pass(seat, cards),
  play: ({ seat, card }) => started().play(seat, card),
};

function started() {
  if (game === null) throw new Error("no game has been started");
  return game;
}

function observe() {
  const { phase, turn, legal, hands, trick, captured, broken, round, dealer, direction, totals, winners, places } =
    started();
  return {
    ...{ phase, turn, legal, hands, trick, captured, broken, round, dealer, direction, totals, winners, places },
    trick_winner: game.trickWinner,
    round_points: game.roundPoints,
    over: phase === "over",
  };
}

function replay({ moves, want }) {
  const seen = [];
  const failure = attempt(() => {
    for (const move of moves) {
      carryOut(move);
      const all = want.length ? observe() : {};
      seen.push(Object.fromEntries(want.filter((field) => field in all).map((field) => [field, all[field]])));
    }
  });
  return { seen, ...failure };
}

function carryOut(move) {
  if (!Object.hasOwn(MOVES, move.op)) throw new Error(`there is no move ${move.op}`);
  MOVES[move.op](move);
}

function attempt(action) {
  try {
    return action() ?? {};
  } catch (problem) {
    return problem instanceof Refused ? { refused: RULES[problem.message] ?? null } : { error: problem.message };
  }
}

function body(request) {
  switch (request.op) {
    case "hello":
      return HELLO;
    case "observe":
      return { seen: observe() };
    case "replay":
      return replay(request);
    case "bye":
      return {};
    default:
      return carryOut(request);
  }
}

const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
lines.on("line", (line) => {
  let request = {};
  const answer = attempt(() => {
    request = JSON.parse(line);
    return body(request);
  });
  process.stdout.write(JSON.stringify({ id: request?.id ?? null, ...answer }) + "\n");
  if (request?.op === "bye") lines.close();
});
