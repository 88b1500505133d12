import { columnsOf, type TableColumn, type TableLayout } from '../../candle-table/columns.js'
import type { ExportFacts } from '../import-export/sidecar-file.js'

/** The SQL of an export into the table `candles` in PostgreSQL 12 or later. The statements run in one transaction. */

const types: Readonly<Record<TableColumn['type'], string>> = {
  text: 'text',
  time: 'timestamptz',
  number: 'double precision',
  flag: 'boolean',
}

const KEY = ['outcome_id', 'resolution', 'timestamp'] as const
/** Its rows are merged into the table once all of them have arrived. */
export const STAGE = 'pmx_local_stage'

/** The message for a table that another program created. The prefix is not shown. */
export const REFUSED = 'pmx-local: '

/**
 * Creates the stage and, unless it exists, the table.
 *
 * The table comment contains the price basis and the origin of its candles by venue. A table without this comment belongs to
 * another program. Candles of another origin are never mixed into the table.
 */
export function renderPrepareSql(
  layout: TableLayout,
  { basis, origin }: Omit<ExportFacts, 'cursor'>,
): string {
  const columns = columnsOf(layout)
  const define = ({ name, type, isOptional }: TableColumn): string =>
    `"${name}" ${types[type]}${isOptional ? '' : ' NOT NULL'}`
  const own = columns.filter((column) => !layout.tail.includes(column))
  const added = layout.tail.filter(({ name }) => name !== 'provisional')
  return `
SELECT set_config('pmx_local.facts', ${quoteText(JSON.stringify({ basis, origin }))}, true);
SELECT pg_advisory_xact_lock(hashtext('pmx-local candles'));
DO $pmx$
DECLARE
  facts jsonb := current_setting('pmx_local.facts');
  known jsonb := '{"basis": {}, "origin": {}}';
  one text;
BEGIN
  IF to_regclass('candles') IS NULL THEN
    CREATE TABLE candles (${own.map(define).join(', ')}, provisional boolean NOT NULL DEFAULT false, PRIMARY KEY (${KEY.join(', ')}));
  ELSE
    BEGIN
      known := obj_description(to_regclass('candles'), 'pg_class')::jsonb -> 'pmx-local';
    EXCEPTION WHEN invalid_text_representation THEN
      known := NULL;
    END;
    IF known IS NULL THEN
      RAISE EXCEPTION '${REFUSED}The table candles was not created by pmx-local. Select another schema in the address: ?options=-csearch_path%%3Dname';
    END IF;
  END IF;
  FOR one IN SELECT jsonb_object_keys(facts -> 'origin') LOOP
    IF known -> 'origin' ->> one <> facts -> 'origin' ->> one THEN
      RAISE EXCEPTION '${REFUSED}The table candles contains candles of % from another origin (%). Candles of different origins cannot be mixed. Select another schema.', one, known -> 'origin' ->> one;
    END IF;
  END LOOP;
  EXECUTE format('COMMENT ON TABLE candles IS %L', jsonb_build_object('pmx-local', jsonb_build_object(
    'basis', (known -> 'basis') || (facts -> 'basis'), 'origin', (known -> 'origin') || (facts -> 'origin'))));
END $pmx$;
${added.map((column) => `ALTER TABLE candles ADD COLUMN IF NOT EXISTS ${define(column)};`).join('\n')}
CREATE TEMP TABLE ${STAGE} (${columns.map(({ name, type }) => `"${name}" ${types[type]}`).join(', ')}) ON COMMIT DROP;
`
}

/** Moves the rows of a complete stage into the table. Existing rows are replaced if a value differs. */
export function renderMergeSql(layout: TableLayout): string {
  const columns = columnsOf(layout).map(({ name }) => name)
  const others = columns.filter((name) => name !== 'provisional')
  const names = [...others, 'provisional'].map((name) => `"${name}"`)
  const values = others.map((name) => `"${name}"`)
  const isMarked = columns.includes('provisional')
  const changed = names.filter((name) => !KEY.some((key) => `"${key}"` === name))
  const rowOf = (table: string): string => `(${changed.map((name) => `${table}.${name}`).join(', ')})`
  return `
DO $pmx$ BEGIN
  IF NOT EXISTS (SELECT FROM ${STAGE} WHERE venue IS NULL) THEN RAISE EXCEPTION '${REFUSED}The export ended early, so no rows were stored.'; END IF;
END $pmx$;
INSERT INTO candles (${names.join(', ')})
SELECT ${[...values, isMarked ? 'provisional' : 'false'].join(', ')} FROM ${STAGE} WHERE venue IS NOT NULL
ON CONFLICT (${KEY.join(', ')}) DO UPDATE SET ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}
WHERE ${rowOf('candles')} IS DISTINCT FROM ${rowOf('excluded')};
`
}

function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
