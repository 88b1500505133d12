import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Places where no change can break a rule: sentences for people, lines of the log, and what frees a listener early. */
const noRule = {
  /** @returns why no change is made at this place and below it, `undefined` where changes are made. */
  shouldIgnore(path) {
    if (path.isCallExpression() && isLogCall(path.node)) return 'a line of the log'
    if (path.isStringLiteral() && isSentence(path.node.value)) return 'the wording of a sentence'
    if (path.isTemplateLiteral() && isSentence(path.node.quasis.map(({ value }) => value.raw).join('')))
      return 'the wording of a sentence'
    if (path.isObjectExpression() && isOnce(path)) return 'a signal aborts once anyhow'
    return undefined
  },
}

/** Codes, keys, headers and paths have no blanks. */
function isSentence(text) {
  return / /.test(text)
}

function isLogCall({ callee }) {
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return false
  if (!['debug', 'info', 'warn', 'error'].includes(callee.property.name)) return false
  return (callee.object.name ?? callee.object.property?.name) === 'log'
}

/** The `{ once: true }` of `signal.addEventListener('abort', listener, { once: true })`. */
function isOnce({ node, parent }) {
  return (
    parent.callee?.property?.name === 'addEventListener' &&
    node.properties.every(({ key }) => key.name === 'once')
  )
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'no-rule', noRule)]
