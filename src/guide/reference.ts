import {
  feedMethodNames,
  feedTexts,
  listFeedParameters,
  type Parameter,
} from '../api/arguments/feed-methods.js'
import { fieldTexts } from '../api/arguments/method-texts.js'
import type { MethodName } from '../api/arguments/methods.js'
import { errorTable } from '../api/envelope/errors.js'
import { describeScope, listPmxHeaders } from '../api/envelope/pmx-headers.js'
import { feedIds } from '../api/envelope/source-ids.js'
import { modelSchemas } from '../api/models/model-schemas.js'
import type { JsonSchema } from '../api/values/json-schema.js'
import { withCode } from './html.js'
import type { Example } from './reference-examples.js'
import { renderMethodList, renderMethods } from './reference-methods.js'
import { renderChoices, renderType } from './schema-texts.js'

/** The API reference as HTML, built from the tables that also parse requests. */

export function renderReference(examples: ReadonlyMap<MethodName, Example>): string {
  return [
    '<h1>API reference</h1>',
    '<p>This page lists all methods of <code>/api/{exchange}/{method}</code>. <a href="/openapi.json">openapi.json</a> contains the same information for programs (OpenAPI 3.1). A GET request passes parameters in the query. A POST request passes arguments by position, as <code>{"args": […]}</code>.</p>',
    '<p>A parameter with * is required. A dash means that no default or bound is documented. Examples show responses of the simulation. Long texts and lists are shortened.</p>',
    '<p>Also on this page: <a href="#feeds">Data feeds</a>, <a href="#headers">Response headers</a>, <a href="#errors">Errors</a>, <a href="#shapes">Shapes</a>.</p>',
    renderMethodList(),
    renderMethods(examples),
    feedsHtml(),
    headersHtml(),
    errorsHtml(),
    shapesHtml(),
  ].join('\n')
}

function feedsHtml(): string {
  const articles = feedMethodNames.map((name) => {
    const rows = Object.entries(listFeedParameters(name)).map(([key, row]) => feedRow(key, row))
    const table =
      rows.length === 0
        ? '<p class="quiet">No parameters.</p>'
        : `<div class="scroll"><table><thead><tr><th>name</th><th>type</th><th>default</th><th>values</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
    return `<article id="feed-${name}"><h3><code>${name}</code> <span class="verbs">GET</span></h3><p>${withCode(feedTexts[name])}</p>${table}</article>`
  })
  return `<section><h2 id="feeds">Data feeds</h2><p><code>GET /api/feeds/{feed}/{method}</code> returns coin prices. The feeds are ${renderChoices(feedIds)}. Names and shapes follow CCXT. A feed without the method returns 501.</p>${articles.join('')}</section>`
}

function feedRow(name: string, row: Parameter): string {
  const { type, fallback = '-', values = '-' } = feedFacts(row)
  return `<tr><td><code>${name}</code>${'required' in row ? ' *' : ''}</td><td>${type}</td><td>${fallback}</td><td>${values}</td><td>${withCode(fieldTexts[name] ?? '-')}</td></tr>`
}

function feedFacts(row: Parameter): {
  readonly type: string
  readonly fallback?: string | undefined
  readonly values?: string
} {
  switch (row.kind) {
    case 'count':
      return {
        type: 'integer',
        fallback: row.fallback?.toString(),
        values: `1 to ${row.max.toLocaleString('en-US')}`,
      }
    case 'text':
      return { type: 'string', fallback: row.fallback }
    case 'choice':
      return { type: 'string', values: renderChoices(row.of) }
    case 'instant':
      return { type: 'integer or string' }
    default:
      return { type: 'string' }
  }
}

function headersHtml(): string {
  const rows = listPmxHeaders().map(
    ({ title, on, meaning }) =>
      `<tr><td><code>${title}</code></td><td>${describeScope(on)}</td><td>${withCode(meaning)}</td></tr>`,
  )
  return `<section><h2 id="headers">Response headers</h2><div class="scroll"><table><thead><tr><th>header</th><th>responses</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

function errorsHtml(): string {
  const rows = Object.entries(errorTable).map(
    ([code, { status, retryable, meaning, advice }]) =>
      `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${retryable ? 'yes' : 'no'}</td><td>${withCode(meaning)} ${withCode(advice)}</td></tr>`,
  )
  return `<section><h2 id="errors">Errors</h2><p><a href="/docs/troubleshooting">Troubleshooting</a> describes what to do about each.</p><div class="scroll"><table><thead><tr><th>code</th><th>status</th><th>retryable</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

function shapesHtml(): string {
  const tables = Object.entries<JsonSchema>(modelSchemas).map(([name, schema]) => {
    const required = schema.required ?? []
    const rows = Object.entries(schema.properties ?? {}).map(
      ([key, member]) =>
        `<tr><td><code>${key}</code>${required.includes(key) ? ' *' : ''}</td><td>${memberType(member)}</td><td>${withCode(member.description ?? '')}</td></tr>`,
    )
    const text = schema.description === undefined ? '' : `<p>${withCode(schema.description)}</p>`
    const table =
      rows.length === 0
        ? ''
        : `<div class="scroll"><table><thead><tr><th>member</th><th>type</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
    return `<article id="${name}"><h3><code>${name}</code></h3>${text}${table}</article>`
  })
  return `<section><h2 id="shapes">Shapes</h2><p>Members with * are always present. Unknown values are left out.</p>${tables.join('')}</section>`
}

function memberType(schema: JsonSchema): string {
  const reference = schema.$ref?.split('/').at(-1)
  if (reference !== undefined) return `<a href="#${reference}"><code>${reference}</code></a>`
  if (schema.type === 'array' && schema.items) return `list of ${memberType(schema.items)}`
  if (schema.anyOf !== undefined) return schema.anyOf.map(memberType).join(' or ')
  return schema.enum === undefined ? renderType(schema) : renderChoices(schema.enum)
}
