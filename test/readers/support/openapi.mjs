import { Ajv2020 } from 'ajv/dist/2020.js'

const methods = new Set(['get', 'post', 'put', 'patch', 'delete'])

/**
 * The operations of a venue's OpenAPI document, and which of them the mock venue has answered as it says.
 * @param document the parsed document
 * @param base URL before its paths
 */
export function described(document, base) {
  const validatorOf = validators(document)
  const answered = new Set()

  const mistakesIn = (operation, status, body) => {
    const [method, path] = operation.split(' ')
    const { responses } = document.paths[path][method.toLowerCase()]
    if (responses[status] !== undefined) return validatorOf(responses[status])(body)
    return [`the status ${status} is not in ${Object.keys(responses).join(', ')}`]
  }

  return {
    operations: Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => methods.has(method))
        .map((method) => `${method.toUpperCase()} ${path}`),
    ),
    answered,
    /**
     * @param operation `GET /events/{id}/`
     * @param names what stands in the path, by name
     * @returns the body; throws for another status and for a body that its schema does not allow
     */
    async call(operation, { status = 200, names = {}, query = '', json, headers = {} } = {}) {
      const [method, path] = operation.split(' ')
      const url = `${base}${path.replace(/\{(\w+)\}/g, (_, name) => names[name])}${query}`
      const sent = json === undefined ? {} : { body: JSON.stringify(json) }
      const response = await fetch(url, {
        method,
        headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
        ...sent,
      })
      const text = await response.text()
      if (response.status !== status)
        throw new Error(`${response.status}, not ${status}: ${text.slice(0, 200)}`)
      if (status === 501) return undefined
      const body = JSON.parse(text)
      const mistakes = mistakesIn(operation, status, body)
      if (mistakes.length > 0) throw new Error(mistakes.join('; '))
      if (status < 400) answered.add(operation)
      return body
    },
  }
}

/** Finds what a body has that its schema does not allow: the place with * for numbers, and the reason, each once. */
function validators({ components }) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats })
  ajv.addSchema({ $id: 'doc:', components: strict(components) })
  const made = new Map()
  return (response) => {
    const { schema } = response.content['application/json']
    if (!made.has(schema)) made.set(schema, ajv.compile(closed(strict(schema))))
    const validate = made.get(schema)
    return (body) => (validate(body) ? [] : [...new Set(validate.errors.map(spell))])
  }
}

function spell({ instancePath, message, params }) {
  const place =
    instancePath
      .slice(1)
      .replaceAll('/', '.')
      .replace(/\b\d+\b/g, '*') || 'the whole'
  const [named] = [params.additionalProperty ?? params.unevaluatedProperty, params.allowedValue].flat()
  return `${place}: ${message}${named === undefined ? '' : ` (${named})`}`
}

const formats = {
  'date-time': (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  uuid: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  email: (text) => /^\S+@\S+$/.test(text),
}

const isClosed = Symbol('closed')

/** A schema of OpenAPI 3.0 for JSON Schema 2020-12: null where it is allowed, no unknown members. */
function strict(node) {
  if (Array.isArray(node)) return node.map(strict)
  if (node === null || typeof node !== 'object') return node
  const made = {}
  for (const [name, value] of Object.entries(node)) {
    if (name === 'example' || name === 'default') continue
    if (name === '$ref') made.$ref = value.replace(/^#/, 'doc:#')
    else if (name === 'properties') made.properties = mapped(value, (one) => closed(strict(one)))
    else if (name === 'items' || name === 'additionalProperties') made[name] = closed(strict(value))
    else made[name] = strict(value)
  }
  if (made.nullable !== true) return made
  delete made.nullable
  // Null stands beside an enumeration that does not name it.
  return { anyOf: [closed(made), { type: 'null' }], [isClosed]: true }
}

/** A schema of a whole value: what no part of it knows is unknown. An object without members is a free one. */
function closed(schema) {
  const describes = ['properties', 'oneOf', 'anyOf'].some((name) => schema?.[name] !== undefined)
  return describes && !schema[isClosed] ? { ...schema, unevaluatedProperties: false } : schema
}

function mapped(members, change) {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]))
}
