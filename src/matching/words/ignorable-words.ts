/**
 * Words that may be in one question only although both are the same, by the words next to them. Elsewhere most of them are
 * verbs, objects or another field, such as `end` in `Will the shutdown end`. There such a word narrows.
 */

/** Words that belong together, which name the contexts below. */
const kindTable = `
office: president pm chancellor governor mayor pope chair secretary leader speaker ceo minister premier king
chamber: senate house congress parliament
ballot: president pm governor mayor senate house congress parliament parliamentary midterm chancellor
vote: election race win
stage: runoff primary round nominee
rates: fed rate nochange ~move decision
economy: cpi pce gdp unemployment payrolls recession job jobs gasprice
nation: president senate house congress government fed scotus whitehouse midterm
party: democrat republican
deed: announce release tge declare confirm list withdraw nominee sign recognize approve ipo leave ~staying launch
prize: oscar grammy emmy award mvp trophy medal gold nobel ballon personoftheyear nominee best top artist song picture
prize: nbatitle superbowl stanleycup worldseries worldcup conferencetitle pennant title division cup league eurovision masters
prize: oftheyear usopen openchampionship wimbledon election president governor mayor senate house congress prix rookie coach number 1
ranked: largest ~extreme best worst ~amount top biggest richest
release: album song movie book
gender: men women
school: college ncaa ncaaf ncaab
side: east west north south central pacific atlantic metropolitan
`

/**
 * One word or several per row, and the contexts in which they can be ignored, separated by bars. All contexts joined by `+` must
 * hold. With a kind: `after` and `before` a word of it, `with` one anywhere, in both questions each time. `beside` means next to
 * one in this question, `other` one in the other. Without a kind: `always`; `name`, after a name in both; `value`, where a number
 * decides; `which`, after which or what; `titled`, as the first part of a name; `reporter`, in the full name of a company that
 * reports a value; `heading`, where the other is not a sentence, and `headed`, where this one is not; `elected`, where the other
 * is about an election to it; `aftermath`, of an election before something; `season`, of a year or a league; `numbered`, between
 * a name and the number that the other has after it; `world`, after `in the`.
 */
const ruleTable = `
win: with prize | with chamber + other control
control: with chamber + other win
election: after stage | with ballot + with vote | with ballot + with stage | with ballot + heading | with midterm | aftermath
race: with ballot + with vote | with ballot + heading
us: with nation | with economy
government: after us
party: after party | name + with vote | name + with chamber | name + with seat | which
candidate: after party + with win | which
official officially publicly: before deed | with squad
change decision meet: with rates
seat seats: after chamber
midterm: with chamber | with vote
general: beside election
office: after ~staying
time: before personoftheyear | value
rating: after approve
fifa: with worldcup
position: after pole
rate: with nochange
board director directors committee council governing key policy: with rates
includ include make select list: with squad
name: with squad | with prize | with oftheyear
men: with worldcup | with nba | with ballon
memorial: with trophy
model: with ai
trophy: name + with win
national: with school
regular: value + with season
announce: with rates
global worldwide: reporter
overall: beside pick
primetime: with emmy
tournament: name
next: with ballot + with election | with office + other vote + headed | with office + elected | with office + other new | with rates
new: before alltimehigh | with release | with office + other next
upcoming currently utc et est edt someone anyone anybody somebody bo1 bo3 bo5: always
scheduled: with election | with rates
team: which | titled
player country region company person artist song movie: which
game: with star + other team
season: season | numbered
marketcap: with largest + with company
vehicle: with deliver
award: after prize | name + with win | name + with best | name + with oftheyear | with award | other award | other oscar
corp corporation inc plc sa ag nv se ltd technologies technology platforms holdings: name
total report figure: value
end close: with updown | value
reading: with cpi
many number happen: value
standings: with top | with finish
division: after side
singles: after gender
day: with updown
world: world + with ranked
cs: always
`

/** All words of the kinds: they are compared as they are here. */
export const kindWords: readonly string[] = rowsOf(kindTable).flatMap((row) =>
  (row.split(': ')[1] ?? '').split(' ').filter((word) => !word.startsWith('~')),
)

/** A context in which a word can be ignored: the position of a word of the kind, or another condition. */
export interface IdleContext {
  readonly where: string
  /** The words of the kind. Empty for a context without a kind. */
  readonly kind: ReadonlySet<string>
}

const kinds: ReadonlyMap<string, ReadonlySet<string>> = (() => {
  const found = new Map<string, Set<string>>()
  for (const row of rowsOf(kindTable)) {
    const [name = '', words = ''] = row.split(': ')
    found.set(name, new Set([...(found.get(name) ?? []), ...words.split(' ')]))
  }
  return found
})()

function rowsOf(table: string): readonly string[] {
  return table.trim().split('\n')
}

function placeOf(text: string): IdleContext {
  const [where = '', kind] = text.trim().split(' ')
  return { where, kind: kind === undefined ? new Set() : (kinds.get(kind) ?? new Set([kind])) }
}

/** By word, the contexts in which it can be ignored: in each row all must hold. */
export const idleContexts: ReadonlyMap<string, readonly (readonly IdleContext[])[]> = new Map(
  rowsOf(ruleTable).flatMap((row) => {
    const [words = '', rules = ''] = row.split(': ')
    const places = rules.split(' | ').map((rule) => rule.split(' + ').map(placeOf))
    return words.split(' ').map((word) => [word, places] as const)
  }),
)
