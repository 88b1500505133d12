import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Where a change of words changes no rule: sentences for people, and the lines of the log. */
const wording = {
  /** @returns why no change is made at this place and below it, `undefined` where changes are made. */
  shouldIgnore(path) {
    if (path.isCallExpression() && isLogCall(path.node)) return 'a line of the log'
    if (path.isStringLiteral() && isSentence(path.node.value)) return 'the wording of a sentence'
    if (path.isTemplateLiteral() && isSentence(path.node.quasis.map(({ value }) => value.raw).join('')))
      return 'the wording of a sentence'
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

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'wording', wording)]
