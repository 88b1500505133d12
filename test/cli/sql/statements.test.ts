import fc from 'fast-check'
import { expect, test } from 'vitest'
import { hasStatement, statementsOf } from '../../../src/cli/sql/statements.js'

test.each([
  ['select 1', [], 'select 1'],
  ['select 1; select 2;', ['select 1', ' select 2'], ''],
  [`select ';' as "a;b", [c;d] from t; x`, [`select ';' as "a;b", [c;d] from t`], ' x'],
  ["select 'it''s; fine';", ["select 'it''s; fine'"], ''],
  ['select 1 -- no; end\n;', ['select 1 -- no; end\n'], ''],
  ['/* a; b */ select 1;', ['/* a; b */ select 1'], ''],
  [';; -- nothing\n;', [], ''],
  ["select 'open;", [], "select 'open;"],
  ['select /* open;', [], 'select /* open;'],
])('%j is cut where SQL ends a statement', (text, whole, rest) => {
  expect(statementsOf(text)).toEqual({ whole, rest })
})

test('whatever is typed: statements have words, lie in it in their order, and what is left is its end', () => {
  const piece = fc.constantFrom("'", '"', ';', '--', '/*', '*/', '\n', ' ', 'a', '[', ']', '`')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
      const text = pieces.join('')
      const { whole, rest } = statementsOf(text)
      let at = 0
      for (const statement of whole) {
        expect(hasStatement(statement)).toBe(true)
        const found = text.indexOf(`${statement};`, at)
        expect(found).toBeGreaterThanOrEqual(at)
        at = found + statement.length + 1
      }
      expect(text.slice(at).endsWith(rest)).toBe(true)
    }),
  )
})

test('comments and spaces are no words', () => {
  expect([' \n', '-- a', '/* b', '/* b */ --c'].map(hasStatement)).toEqual([false, false, false, false])
  expect(hasStatement('select')).toBe(true)
})
