import { instantTextSchema } from '../../api/times/instant.js'
import type { JsonSchema } from '../../api/values/json-schema.js'
import { columnsOf, createLayout, type TableColumn } from '../../candle-table/columns.js'
import { tableFormats } from '../../candle-table/table-formats.js'
import { MAX_OUTCOMES } from '../request/candle-table-query.js'
import { MAX_TABLE_ROWS } from '../routes/candle-tables.js'
import { buildParameter } from './parameters.js'
import { buildReplies } from './replies.js'

const text: JsonSchema = { type: 'string' }
const flag: JsonSchema = { type: 'boolean' }

const types: Readonly<Record<TableColumn['type'], JsonSchema>> = {
  text,
  time: { type: 'string', format: 'date-time' },
  number: { type: 'number' },
  flag,
}

/** Returns `/v0/candles`, candles as a table. */
export function buildTablePaths(): Readonly<Record<string, object>> {
  const columns = columnsOf(createLayout())
  const row: JsonSchema = {
    type: 'object',
    required: columns.map(({ name }) => name),
    properties: Object.fromEntries(columns.map(({ name, type }) => [name, types[type]])),
  }
  const replies = buildReplies({ type: 'array', items: row }, 'The rows of the table.', 'list')
  const get = {
    operationId: 'candle_table',
    summary: 'Returns the candles of many outcomes as one table.',
    description:
      `The table contains stored candles. With \`fill=true\`, missing candles are fetched from the venues. At most ${MAX_OUTCOMES} outcomes and ${MAX_TABLE_ROWS} rows. ` +
      'The body is the table itself. `format` is csv, ndjson, json or parquet, and csv by default. HEAD, ranges and `If-None-Match` are supported.',
    tags: ['v0'],
    parameters: [
      buildParameter(
        'outcomeId',
        {
          ...text,
          description:
            '`<venue>:<id>`, or only the id if `exchange` is set. Repeat the parameter for several outcomes.',
        },
        {
          isRequired: true,
          example: 'kalshi:KXCASSMARKELECTION-27MAY12-CAST',
        },
      ),
      buildParameter('exchange', { ...text, description: 'Venue for ids that do not include one.' }),
      buildParameter(
        'resolution',
        { ...text, description: 'Candle length. 1h by default.' },
        { example: '1h' },
      ),
      buildParameter('start', { ...instantTextSchema, description: 'First open time, inclusive.' }),
      buildParameter('end', {
        ...instantTextSchema,
        description: 'Last open time, inclusive. Now by default.',
      }),
      buildParameter('limit', {
        type: 'integer',
        minimum: 1,
        description: 'Maximum number of candles per outcome. The newest ones are returned.',
      }),
      buildParameter(
        'format',
        { ...text, enum: [...tableFormats], description: 'csv by default.' },
        { example: 'json' },
      ),
      buildParameter('fill', { ...flag, description: 'Fetch missing candles. Needs start.' }),
      buildParameter('partial', { ...flag, description: 'false leaves out the open candle.' }),
    ],
    responses: replies,
  }
  return { '/v0/candles': { get } }
}
