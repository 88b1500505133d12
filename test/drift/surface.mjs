import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'

/**
 * What a JavaScript package says of its venue: words of enumerations and required members by the name of their
 * declaration, and routes. Read from declarations (.d.ts), and from zod-like schemas and OpenAPI documents in the code.
 * @param folder of the package
 * @param parts texts, of which one is in the path of a file that is read; none means all files
 * @returns {{ words: Record<string, string[]>, members: Record<string, string[]>, routes: string[] }}
 */
export function readSurface(folder, parts = []) {
  const surface = emptySurface()
  for (const path of filesIn(folder)) {
    const name = relative(folder, path)
    if (parts.length > 0 && !parts.some((part) => name.includes(part))) continue
    const text = readFileSync(path, 'utf8')
    const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    const isDeclaration = name.includes('.d.')
    walk(source, [], (node, path) => {
      readWords(surface, node, path)
      readMembers(surface, node, path)
      readSchema(surface, node, path)
      if (!isDeclaration) readRoute(surface, node)
    })
  }
  return sorted(surface)
}

/** Surfaces of several packages as one. */
export function joined(surfaces) {
  const surface = emptySurface()
  for (const { words, members, routes } of surfaces) {
    for (const [key, all] of Object.entries(words)) for (const one of all) add(surface.words, key, one)
    for (const [key, all] of Object.entries(members)) {
      surface.members.set(key, new Set([...(surface.members.get(key) ?? []), ...all]))
    }
    for (const route of routes) surface.routes.add(route)
  }
  return sorted(surface)
}

function emptySurface() {
  return { words: new Map(), members: new Map(), routes: new Set() }
}

function sorted({ words, members, routes }) {
  const plain = (map) =>
    Object.fromEntries(
      [...map].sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, set]) => [key, [...set].sort()]),
    )
  return { words: plain(words), members: plain(members), routes: [...routes].sort() }
}

function add(map, key, value) {
  if (key === '' || isShortened(key)) return
  if (!map.has(key)) map.set(key, new Set())
  map.get(key).add(value)
}

/** A name that a bundler made: it is another one in the next version. */
function isShortened(key) {
  return /^[\w$]{1,2}($|\.)/.test(key)
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return /\.[cm]?[jt]s$/.test(entry.name) && !/\.(min|test|spec)\./.test(entry.name) ? [path] : []
  })
}

/** Visits each node with the names of the declarations and members that it stands in. */
function walk(node, path, visit) {
  visit(node, path)
  const name = nameOf(node)
  const inner = name === undefined ? path : [...path, name]
  ts.forEachChild(node, (child) => walk(child, inner, visit))
}

function nameOf(node) {
  const named =
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEnumDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isVariableDeclaration(node) ||
    ts.isPropertySignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isPropertyAssignment(node)
  return named && node.name !== undefined ? textOf(node.name) : undefined
}

function textOf(name) {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)
    ? name.text
    : undefined
}

function readWords(surface, node, path) {
  const read = wordReaders.find(({ reads }) => reads(node))
  if (read === undefined) return
  const key = read.named === true ? [...path, textOf(node.name)].join('.') : path.join('.')
  for (const word of read.wordsOf(node)) if (word !== undefined) add(surface.words, key, word)
}

/** The forms in which packages write enumerations; `named` those whose own name is not yet in the path. */
const wordReaders = [
  { reads: ts.isEnumMember, wordsOf: ({ name, initializer }) => [textIn(initializer) ?? textOf(name)] },
  {
    // type Status = 'open' | 'closed'
    reads: (node) => ts.isUnionTypeNode(node) && !isListOfNames(node),
    wordsOf: ({ types }) =>
      types.map((type) => (ts.isLiteralTypeNode(type) ? textIn(type.literal) : undefined)),
  },
  {
    // z.ZodEnum<{ open: 'open' }>
    reads: (node) => ts.isTypeReferenceNode(node) && /Enum$/.test(node.typeName.getText()),
    wordsOf: ({ typeArguments: [words] = [] }) =>
      words !== undefined && ts.isTypeLiteralNode(words) ? words.members.map(({ name }) => textOf(name)) : [],
  },
  {
    // declare const Status: { readonly Open: 'open' }, as generators write them
    named: true,
    reads: isConstantObject,
    wordsOf: ({ type }) => type.members.map((member) => textIn(member.type.literal)),
  },
  {
    // { enum: ['open', 'closed'] } of an OpenAPI document that is kept as code
    reads: (node) => isListNamed(node, 'enum'),
    wordsOf: ({ initializer }) => initializer.elements.map(textIn),
  },
  {
    // z.enum(['open', 'closed'])
    reads: (node) => isCallOf(node, /^(enum|picklist|_enum)$/),
    wordsOf: ({ arguments: [list] }) =>
      list !== undefined && ts.isArrayLiteralExpression(list) ? list.elements.map(textIn) : [],
  },
]

function isListNamed(node, name) {
  return (
    ts.isPropertyAssignment(node) &&
    textOf(node.name) === name &&
    ts.isArrayLiteralExpression(node.initializer)
  )
}

function textIn(node) {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : undefined
}

/** Pick<Client, 'get' | 'post'> */
function isListOfNames({ parent }) {
  return ts.isTypeReferenceNode(parent) && /^(Pick|Omit|Extract|Exclude)$/.test(parent.typeName.getText())
}

function isConstantObject(node) {
  if (!ts.isVariableDeclaration(node) || node.type === undefined || !ts.isTypeLiteralNode(node.type))
    return false
  const { members } = node.type
  const isWord = ({ type }) => type && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)
  return members.length > 0 && members.every(isWord)
}

function readMembers(surface, node, path) {
  if (isMember(node)) {
    addMember(surface, path, textOf(node.name), isOptionalMember(node))
  } else if (isCallOf(node, /^(object|strictObject|looseObject)$/)) {
    const [shape] = node.arguments
    if (shape === undefined || !ts.isObjectLiteralExpression(shape)) return
    for (const one of shape.properties.filter(ts.isPropertyAssignment)) {
      const isOptional = /\b(optional|nullish|default|catch|_default|prefault)\(/.test(
        one.initializer.getText(),
      )
      addMember(surface, path, textOf(one.name), isOptional)
    }
  }
}

/** { properties: { id: {}, note: {} }, required: ['id'] } of an OpenAPI document that is kept as code. */
function readSchema(surface, node, path) {
  if (!ts.isObjectLiteralExpression(node)) return
  const memberIn = (name) =>
    node.properties.find((one) => ts.isPropertyAssignment(one) && textOf(one.name) === name)?.initializer
  const [properties, required] = [memberIn('properties'), memberIn('required')]
  if (properties === undefined || !ts.isObjectLiteralExpression(properties)) return
  const names = required && ts.isArrayLiteralExpression(required) ? required.elements.map(textIn) : []
  for (const { name } of properties.properties)
    addMember(surface, path, textOf(name), !names.includes(textOf(name)))
}

/** A model is known by its optional members too. */
function addMember({ members }, path, name, isOptional) {
  const key = path.join('.')
  if (key === '' || name === undefined || isShortened(key)) return
  if (!members.has(key)) members.set(key, new Set())
  if (!isOptional) members.get(key).add(name)
}

function isOptionalMember(node) {
  const type = node.type?.getText() ?? ''
  return (
    node.questionToken !== undefined ||
    node.initializer !== undefined ||
    /^(\w+\.)?\w*(Optional|Nullish|Default|Catch)\w*</.test(type) ||
    /\bundefined\b/.test(type.replace(/[{<(].*[})>]/s, ''))
  )
}

/**
 * A member that a payload may have: neither static nor hidden in a class, no function, and no word of an enumeration in
 * the form of an object.
 */
function isMember(node) {
  if (!ts.isPropertySignature(node) && !ts.isPropertyDeclaration(node)) return false
  const { modifiers, type, parent } = node
  const isKept = modifiers?.some(({ kind }) => notOfPayloads.has(kind)) ?? false
  return !isKept && !(type !== undefined && ts.isFunctionTypeNode(type)) && !isEnumeration(parent)
}

const notOfPayloads = new Set([
  ts.SyntaxKind.StaticKeyword,
  ts.SyntaxKind.PrivateKeyword,
  ts.SyntaxKind.ProtectedKeyword,
])

/** The object of `declare const Side: { readonly Yes: 'yes' }` and of `z.ZodEnum<{ GTC: 'GTC' }>`. */
function isEnumeration(node) {
  const { parent } = node
  return (
    isConstantObject(parent) || (ts.isTypeReferenceNode(parent) && /Enum$/.test(parent.typeName.getText()))
  )
}

function isCallOf(node, names) {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  const name = ts.isPropertyAccessExpression(expression) ? expression.name : expression
  return ts.isIdentifier(name) && names.test(name.text)
}

function readRoute(surface, node) {
  let text
  if (ts.isStringLiteralLike(node)) text = node.text
  else if (ts.isTemplateExpression(node)) {
    text = node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
  }
  const route = text === undefined ? undefined : routeIn(text)
  if (route !== undefined) surface.routes.add(route)
}

/** The route that a text is: '{}/orders/{}?x=1' -> '/orders/{}'; undefined for other texts. */
export function routeIn(text) {
  const path = text.replace(/^\{\}/, '').replace(/[?#].*$/, '')
  const isPath = /^\/[\w{}$:.-]+(\/[\w{}$:.-]+)*\/?$/.test(path)
  const isRelative =
    /^[a-z][\w-]*(\/[\w{}:-]+)+$/.test(path) &&
    !/^(application|text|image|audio|video|multipart)\//.test(path)
  return (isPath || isRelative) && /[a-z]{2}/i.test(path) && !/\.(js|ts|mjs|cjs|py|json|proto)$/.test(path)
    ? path
    : undefined
}
