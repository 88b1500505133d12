import type { Database } from '../../storage/driver.js'
import { NEXT } from '../rows/packed-rows.js'

export type PreparedReads = ReturnType<typeof prepareReads>

/** Prepares the statements of the reader. */
export function prepareReads(database: Database) {
  return {
    state: database.prepare(
      `SELECT w.status, w.ended_at IS NOT NULL, w.id, w.began_at, w.ended_at, w.pages, w.rows, w.omitted
       FROM walks w JOIN sources s ON s.id = w.source
       WHERE s.venue = ? AND s.address = ? AND w.superseded_at IS NULL`,
    ),
    newest: database.prepare(
      `SELECT s.venue, s.address, w.id, w.began_at, w.ended_at, NULL, w.rows, w.omitted
       FROM walks w JOIN sources s ON s.id = w.source
       WHERE w.status = ? AND w.ended_at IS NOT NULL AND w.superseded_at IS NULL`,
    ),
    beganAt: database.prepare(
      `SELECT w.began_at FROM walks w JOIN sources s ON s.id = w.source
       WHERE w.id = ? AND w.status = ? AND w.ended_at IS NOT NULL AND s.venue = ? AND s.address = ?`,
    ),
    sizes: database.prepare(
      'SELECT kind, sum(length(versions)) / 8 FROM places WHERE walk = ? GROUP BY kind',
    ),
    statusOf: database.prepare('SELECT status FROM walks WHERE id = ?'),
    places: database.prepare('SELECT id FROM places WHERE walk = ? AND kind = ? ORDER BY page'),
    place: database.prepare('SELECT versions FROM places WHERE id = ?'),
    narrow: database.prepare(
      `SELECT v.thing, v.status, v.id, v.volume24h, v.volume, v.liquidity, v.starts_at, v.closes_at,
         v.category, v.tags, v.title, v.slug, v.description
       FROM json_each(?) j JOIN versions v ON v.id = j.value ORDER BY j.key`,
    ),
    open: database.prepare(
      `SELECT count(*) FROM json_each(?) j JOIN versions v ON v.id = j.value
       WHERE v.closes_at IS NULL OR v.closes_at > ?`,
    ),
    natives: database.prepare(
      `SELECT v.thing, t.native_id FROM json_each(?) j JOIN versions v ON v.id = j.value JOIN things t ON t.id = v.thing
       WHERE v.status = 'active' AND (v.closes_at IS NULL OR v.closes_at > ?) ORDER BY j.key`,
    ),
    listed: database.prepare(
      `SELECT v.thing FROM json_each(?) j JOIN versions v ON v.id = j.value WHERE v.status = 'active'`,
    ),
    ended: database.prepare(
      `SELECT t.id, v.id, v.volume24h, v.volume, v.liquidity, v.starts_at, 0,
         v.category, v.tags, v.title, v.slug, v.description
       FROM sources s JOIN things t ON t.source = s.id AND t.kind = ? AND t.id > ?
         JOIN versions v ON v.id = t.version
       WHERE s.venue = ? AND s.address = ?
         AND (t.status = 'closed' OR v.status = 'closed' OR t.gone_at >= v.closes_at OR t.gone_at <= ?)
       ORDER BY t.id LIMIT ?`,
    ),
    lastEnd: database.prepare(
      `SELECT max(w.ended_at) FROM walks w JOIN sources s ON s.id = w.source WHERE s.venue = ? AND s.address = ?`,
    ),
    describing: database.prepare(
      'SELECT d.id FROM json_each(?) j JOIN descriptions d ON d.id = j.value WHERE instr(d.lowered, ?) > 0',
    ),
    named: database.prepare('SELECT n.thing FROM json_each(?) j CROSS JOIN names n ON n.name = j.value'),
    newNames: database.prepare('SELECT id FROM new_names'),
    newPairs: database.prepare('SELECT pairs FROM new_names WHERE id = ?'),
    // CROSS JOIN fixes the order. SQLite does not know the size of the list, and would scan the whole table.
    lookup: database.prepare(
      `SELECT t.version, v.status, t.first_seen, t.last_seen, t.gone_at, t.native_id, x.names
       FROM json_each(?) j
         CROSS JOIN things t ON t.id = j.value AND t.kind IN (SELECT value FROM json_each(?))
         CROSS JOIN sources s ON s.id = t.source AND s.venue = ? AND s.address = ?
         JOIN versions v ON v.id = t.version JOIN texts x ON x.version = t.version
       ORDER BY t.kind, t.id`,
    ),
    // Returned as one value, since a row costs more than its text. SQLite guarantees no order, so the versions are returned too.
    texts: database.prepare(
      `SELECT group_concat(t.version), CAST(group_concat(t.json, char(${NEXT})) AS BLOB)
       FROM json_each(?) j CROSS JOIN texts t ON t.version = j.value`,
    ),
    markets: database.prepare(
      `SELECT th.native_id, t.json FROM json_each(?) j LEFT JOIN texts t ON t.version = j.value
         LEFT JOIN versions v ON v.id = j.value LEFT JOIN things th ON th.id = v.thing
       ORDER BY j.key`,
    ),
    statuses: database.prepare(
      `SELECT v.status FROM parts p CROSS JOIN json_each(p.markets) j JOIN versions v ON v.id = j.value
       WHERE p.event = ? ORDER BY j.key`,
    ),
    labelsOf: database.prepare(
      'SELECT v.labels FROM json_each(?) j LEFT JOIN versions v ON v.id = j.value ORDER BY j.key',
    ),
    members: database.prepare(
      `SELECT j.key, e.title, m.value, v.title, v.labels FROM json_each(?) j
         CROSS JOIN versions e ON e.id = j.value CROSS JOIN parts p ON p.event = j.value
         CROSS JOIN json_each(p.markets) m JOIN versions v ON v.id = m.value
       ORDER BY j.key`,
    ),
    partsOf: database.prepare(
      'SELECT p.markets FROM json_each(?) j LEFT JOIN parts p ON p.event = j.value ORDER BY j.key',
    ),
  }
}
