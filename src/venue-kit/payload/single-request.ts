import type * as z from 'zod'

/**
 * Reads valid values in one step. A list has thousands of rows with tens of members each. A chain of schemas creates several
 * objects for each member, which was most of the cost of lists. Invalid values are read by the chain, which reports the reason.
 * The chain remains the definition of valid values.
 */

/** Marks a value that was not read in one step: the chain must read it. */
export const UNREAD = Symbol('unread')

/** Returns the same value as the schema's chain, or {@link UNREAD}; it creates only the value. */
export type SingleStep<Value> = (value: unknown) => Value | typeof UNREAD

const steps = new WeakMap<z.core.$ZodType, SingleStep<unknown> | undefined>()
/** Builders of steps, called on first use: only few of a venue's schemas need one. */
const derivations = new WeakMap<z.core.$ZodType, () => SingleStep<unknown> | undefined>()

/**
 * Makes a schema read valid values in one step, instead of its chain.
 * @param read returns the value of the chain, or undefined if the chain must read it
 */
export function readInSingleStep<Schema extends z.ZodType>(
  schema: Schema,
  read: (value: unknown) => z.output<Schema> | undefined,
): Schema {
  const { run } = schema._zod
  schema._zod.run = (payload, ctx) => {
    const value = read(payload.value)
    if (value === undefined) return run(payload, ctx)
    payload.value = value
    return payload
  }
  steps.set(schema, (value) => read(value) ?? UNREAD)
  return schema
}

/** Registers how a derived schema reads in one step, where its inner schema does. */
export function noteDerivedStep<Inner extends z.ZodType>(
  schema: z.ZodType,
  inner: Inner,
  derive: (step: SingleStep<z.output<Inner>>) => SingleStep<unknown>,
): void {
  derivations.set(schema, () => {
    const step = findSingleStep(inner)
    return step && derive(step)
  })
}

/** Adds a function to a schema's single step; its parts stay unchanged. */
export function wrapSingleStep(
  schema: z.ZodType,
  wrap: (step: SingleStep<unknown>) => SingleStep<unknown>,
): void {
  const known = steps.get(schema)
  const derive = known === undefined ? (derivations.get(schema) ?? (() => plainStep(schema))) : () => known
  steps.delete(schema)
  derivations.set(schema, () => {
    const step = derive()
    return step && wrap(step)
  })
}

/** Returns the single step of a schema, or undefined if it has none. */
export function findSingleStep<Schema extends z.ZodType>(
  schema: Schema,
): SingleStep<z.output<Schema>> | undefined {
  // The key is the schema itself.
  return stepOf(schema) as SingleStep<z.output<Schema>> | undefined
}

function stepOf(schema: z.core.$ZodType): SingleStep<unknown> | undefined {
  if (!steps.has(schema)) steps.set(schema, (derivations.get(schema) ?? (() => plainStep(schema)))())
  return steps.get(schema)
}

/** Returns the step of schemas without inner schemas and without checks. */
function plainStep(schema: z.core.$ZodType): SingleStep<unknown> | undefined {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ((def.checks?.length ?? 0) > 0 || ('coerce' in def && def.coerce === true)) return undefined
  switch (def.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : UNREAD)
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : UNREAD)
    case 'number':
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? value : UNREAD)
    case 'enum':
    case 'literal': {
      const { values } = schema._zod
      return values && ((value) => ((values as ReadonlySet<unknown>).has(value) ? value : UNREAD))
    }
    case 'unknown':
      return (value) => value
    case 'optional': {
      const inner = stepOf(def.innerType)
      return inner && ((value) => (value === undefined ? undefined : inner(value)))
    }
    case 'array': {
      const element = stepOf(def.element)
      return element && listStep(element)
    }
    case 'object':
      return def.catchall === undefined ? objectStep(def.shape) : undefined
    default:
      return undefined
  }
}

function listStep(element: SingleStep<unknown>): SingleStep<unknown> {
  return (value) => {
    if (!Array.isArray(value)) return UNREAD
    const list: unknown[] = []
    for (const item of value) {
      const read = element(item)
      if (read === UNREAD) return UNREAD
      list.push(read)
    }
    return list
  }
}

/**
 * Returns the step of an object whose members all have one. Its source code is generated, as that of the chain is: access to
 * members by variable names takes many times as long. Absent members are undefined.
 */
function objectStep(shape: Readonly<Record<string, z.core.$ZodType>>): SingleStep<unknown> | undefined {
  const members = Object.entries(shape).map(([name, schema]) => ({ name: JSON.stringify(name), schema }))
  const readers = members.map(({ schema }) => stepOf(schema))
  if (readers.includes(undefined) || Object.hasOwn(shape, '__proto__')) return undefined
  const lines = members.map(({ name, schema }, at) => {
    const mustBeThere = schema._zod.optin === undefined ? ` || m${at} === undefined` : ''
    return `const m${at} = read${at}(value[${name}]); if (m${at} === UNREAD${mustBeThere}) return UNREAD`
  })
  const made = members.map(({ name }, at) => `${name}: m${at}`)
  const source = `return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNREAD
    ${lines.join('\n')}
    return { ${made.join(', ')} }
  }`
  const names = readers.map((_reader, at) => `read${at}`)
  return new Function('UNREAD', ...names, source)(UNREAD, ...readers) as SingleStep<unknown>
}
