// A club night of one game by a TypeScript client generated from the site's description:
//   node night.js SITE TOKEN CLUB GAME RECORD
// Prints what the test compares: ids, standings and the size of an export.
import createClient from "openapi-fetch";
import { randomUUID } from "node:crypto";
import type { components, paths } from "./schema.js";

type Game = components["schemas"]["CompetitionCreateRequest"]["game"];
type HandRecord = components["schemas"]["HandRecord"];

const [site, token, club, game, text] = process.argv.slice(2) as [string, string, string, Game, string];
const record = JSON.parse(text) as HandRecord;
const client = createClient<paths>({
  baseUrl: site,
  headers: { Authorization: `Bearer ${token}` },
});

// What an operation answered; a problem ends the program with its code and texts.
const done = async <Data>(asked: Promise<{ data?: Data; error?: unknown }>): Promise<Data> => {
  const { data, error } = await asked;
  if (error !== undefined || data === undefined) throw new Error(JSON.stringify(error));
  return data;
};

const night = async () => {
  const competition = await done(
    client.POST("/api/v1/clubs/{slug}/competitions/", {
      params: { path: { slug: club } },
      body: { name: `Night of ${game}`, game },
    }),
  );
  const created = await done(
    client.POST("/api/v1/competitions/{id}/rounds/", {
      params: { path: { id: competition.id } },
      body: { number: 1 },
    }),
  );
  const here = { params: { path: { id: created.id } } };
  await done(client.POST("/api/v1/rounds/{id}/open/", here));
  const attendance = await done(client.GET("/api/v1/rounds/{id}/players/", here));
  const players = attendance.results.map((row) => row.player.id);
  await done(client.POST("/api/v1/rounds/{id}/players/", { ...here, body: { players } }));
  const sizes = [4, 4];
  const draw = await done(
    client.POST("/api/v1/rounds/{id}/seating/preview/", { ...here, body: { sizes } }),
  );
  const { seating, seed, digest } = draw;
  await done(
    client.POST("/api/v1/rounds/{id}/seating/", { ...here, body: { sizes, seating, seed, digest } }),
  );
  const tables = await done(client.GET("/api/v1/rounds/{id}/tables/", here));

  for (const table of tables.results) {
    const hand = await done(
      client.POST("/api/v1/tables/{id}/hands/", {
        params: { path: { id: table.id } },
        body: { record, number: 1, key: randomUUID(), seating: table.seating },
      }),
    );
    const recorded = { params: { path: { id: hand.hand } } };
    const { current } = await done(client.GET("/api/v1/hands/{id}/", recorded));
    await done(
      client.PUT("/api/v1/hands/{id}/", {
        ...recorded,
        body: { revision: current?.number ?? 1, record, reason: "Looked at once more" },
      }),
    );
  }
  await done(client.POST("/api/v1/rounds/{id}/close/", here));
  const standings = await done(
    client.GET("/api/v1/competitions/{id}/standings/", { params: { path: { id: competition.id } } }),
  );
  const csv = await done(
    client.GET("/api/v1/competitions/{id}/results/file/", {
      params: { path: { id: competition.id }, query: { format: "csv" } },
      parseAs: "text",
    }),
  );
  console.log(
    JSON.stringify({
      competition: competition.id,
      points: standings.results.map((row) => [row.name, row.points]),
      lines: csv.trim().split("\n").length,
    }),
  );
};

night().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
