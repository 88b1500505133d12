import { listNamedArguments } from '../api/arguments/argument-schemas.js'
import { feedMethodNames, listFeedParameters } from '../api/arguments/feed-methods.js'
import { methodTexts } from '../api/arguments/method-texts.js'
import { getMethodRow, type MethodName, methodNames } from '../api/arguments/methods.js'
import { errorTable } from '../api/envelope/errors.js'
import { describeScope, listPmxHeaders } from '../api/envelope/pmx-headers.js'
import { modelSchemas } from '../api/models/model-schemas.js'
import type { JsonSchema } from '../api/values/json-schema.js'
import { anchorOf, escapeHtml, withCode } from './html.js'
import type { Example } from './reference-examples.js'

/** The API reference as HTML, built from the tables that also parse requests. */

const groups: Readonly<Record<string, string>> = {
  catalog: 'Markets and events',
  live: 'Candles, books and trades',
  router: 'The same market at several venues',
  account: 'What an account holds',
  trading: 'Orders',
  pure: 'Calculations',
  stream: 'Streams',
  system: 'What there is',
  auth: 'Login by wallet',
  legacy: 'Older names',
}

export function renderReference(examples: ReadonlyMap<MethodName, Example>): string {
  return [
    '<h1>API reference</h1>',
    '<p>Every method of <code>/api/{exchange}/{method}</code>, made of the table by which the daemon reads its requests. The same for programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1). A GET takes the names below in its query; a POST takes <code>{"args": […]}</code> by position. Examples are answers of the demo world, with long texts and lists cut.</p>',
    `<ul class="toc">${Object.entries(groups)
      .map(([, title]) => `<li><a href="#${anchorOf(title)}">${title}</a></li>`)
      .join(
        '',
      )}<li><a href="#headers">Response headers</a></li><li><a href="#errors">Errors</a></li><li><a href="#shapes">Shapes</a></li></ul>`,
    ...Object.entries(groups).map(([group, title]) => {
      const names = methodNames.filter((name) => getMethodRow(name).group === group)
      return `<section><h2 id="${anchorOf(title)}">${title}</h2>${names.map((name) => methodHtml(name, examples.get(name))).join('')}</section>`
    }),
    feedsHtml(),
    headersHtml(),
    errorsHtml(),
    shapesHtml(),
  ].join('\n')
}

function methodHtml(name: MethodName, example: Example | undefined): string {
  const { verb, args, returns } = getMethodRow(name)
  const positions = args.map((arg) => `${arg.name}${arg.optional === true ? '?' : ''}`).join(', ')
  const named = listNamedArguments(name).filter(({ isUnread }) => !isUnread)
  const rows = named.map(
    ({ name: key, schema, isRequired }) =>
      `<tr><td><code>${key}</code>${isRequired ? ' *' : ''}</td><td>${typeText(schema)}</td><td>${withCode(schema.description ?? '')}</td></tr>`,
  )
  return `<article id="${name}">
<h3><code>${name}</code> <span class="verbs">${verb === 'get' ? 'GET, POST' : 'POST'}</span></h3>
<p>${withCode(methodTexts[name])}</p>
<p class="quiet">Positions: <code>${positions || 'none'}</code>. Data: <code>${typeLinks(returns)}</code>.</p>
${rows.length === 0 ? '' : `<div class="scroll"><table><thead><tr><th>name</th><th>type</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`}
${example === undefined ? '' : exampleHtml(example)}
${tryHtml(name, example)}
</article>`
}

function exampleHtml({ verb, target, body, answer }: Example): string {
  const call =
    verb === 'GET'
      ? `curl 'http://localhost:3847${target}'`
      : `curl 'http://localhost:3847${target}' -H 'content-type: application/json' -d '${body ?? ''}'`
  return `<details><summary>Example</summary><pre tabindex="0"><code>${escapeHtml(call)}</code></pre><pre tabindex="0"><code>${escapeHtml(answer)}</code></pre></details>`
}

/** Renders the place of a form. The page's script creates the form; without a script nothing is shown. */
function tryHtml(name: MethodName, example: Example | undefined): string {
  const { group, verb, args } = getMethodRow(name)
  const isAnywhere = group === 'router' && verb === 'get' && args.every(({ optional }) => optional === true)
  const asked = example ?? (isAnywhere ? { verb: 'GET', target: `/api/router/${name}?limit=3` } : undefined)
  // There is no form to try an order.
  if (asked === undefined || group === 'trading') return ''
  const body = example?.body === undefined ? '' : ` data-body="${escapeHtml(example.body)}"`
  return `<div class="try" data-verb="${asked.verb}" data-target="${escapeHtml(asked.target)}"${body}></div>`
}

function typeText({ $ref, type, enum: choices, anyOf, items }: JsonSchema): string {
  if ($ref !== undefined) return 'object'
  if (choices !== undefined) return choices.map((one) => `<code>${escapeHtml(String(one))}</code>`).join(' ')
  if (anyOf !== undefined) return anyOf.map(typeText).join(' or ')
  if (type === 'array') return `list of ${items ? typeText(items) || 'anything' : 'anything'}`
  return type === undefined ? 'anything' : escapeHtml([type].flat().join(' or '))
}

function typeLinks(returns: string): string {
  return escapeHtml(returns).replace(/\w+/g, (word) =>
    Object.hasOwn(modelSchemas, word) ? `<a href="#${word}">${word}</a>` : word,
  )
}

function feedsHtml(): string {
  const rows = feedMethodNames.map((name) => {
    const parameters = Object.entries(listFeedParameters(name))
    const told = parameters
      .map(([key, row]) => `<code>${key}</code>${'required' in row ? ' *' : ''}`)
      .join(', ')
    return `<tr><td><code>${name}</code></td><td>${told || '-'}</td></tr>`
  })
  return `<section><h2 id="feeds">Data feeds</h2><p><code>GET /api/feeds/{feed}/{method}</code>: prices of coins under CCXT's names.</p><div class="scroll"><table><thead><tr><th>method</th><th>query</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
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
  return `<section><h2 id="errors">Errors</h2><p>What to do about each is in <a href="/docs/troubleshooting">Troubleshooting</a>.</p><div class="scroll"><table><thead><tr><th>code</th><th>status</th><th>retryable</th><th>meaning</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
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
  return `<section><h2 id="shapes">Shapes</h2><p>Members with * are always there; what is unknown is absent.</p>${tables.join('')}</section>`
}

function memberType(schema: JsonSchema): string {
  const reference = schema.$ref?.split('/').at(-1)
  if (reference !== undefined) return `<a href="#${reference}"><code>${reference}</code></a>`
  if (schema.type === 'array' && schema.items) return `list of ${memberType(schema.items)}`
  if (schema.anyOf !== undefined) return schema.anyOf.map(memberType).join(' or ')
  return typeText(schema)
}
