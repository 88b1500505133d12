import { expect, test } from 'vitest'
import { indexTexts, type RowTexts } from '../../../src/catalog/search/word-index.js'

/** Titles of markets as venues have published them, with those of their events and of outcomes where they tell more. */
const markets: readonly RowTexts[] = [
  { title: 'Will JD Vance win the 2028 US Presidential Election?' },
  { title: 'Will Gavin Newsom win the 2028 U.S. Presidential election?' },
  {
    title: 'Will Gavin Newsom win the 2028 Democratic presidential nomination?',
    others: ['Democratic Presidential Nominee 2028'],
  },
  { title: 'Will Gretchen Whitmer win the 2028 Democratic presidential nomination?' },
  { title: 'Will Donald Trump win the 2024 US Presidential Election?' },
  {
    title: 'Will the Fed decrease interest rates by 25 bps after the September 2026 meeting?',
    others: ['Fed Decision in September?'],
  },
  { title: 'Fed emergency rate cut in 2026?' },
  { title: 'Fed Rate Cut Greater Than 25bps?' },
  {
    title:
      'Will the Reserve Bank of Australia Maintain current rate at the May Reserve Bank of Australia Monetary Policy Board meeting?',
  },
  { title: 'Russia x Ukraine ceasefire by end of 2027?' },
  { title: 'Israel strikes Iran by June 30?', others: ['Israel strikes Iran by ___?'] },
  {
    title: 'Will the price of Bitcoin be above $64,000 on March 11?',
    others: ['Bitcoin above ___ on March 11?'],
  },
  { title: 'What price will Bitcoin hit on October 7?', others: ['$100,000'] },
  { title: 'BTC Up or Down - 5 Min' },
  { title: 'ETH Up or Down - 15 Min' },
  { title: 'Solana Up or Down Hourly' },
  { title: 'MicroStrategy sells any Bitcoin by December 31, 2026?' },
  { title: 'Kraken IPO by June 30, 2027?' },
  { title: 'Will Anthropic IPO before 2027?' },
  { title: 'Will NVIDIA (NVDA) close above $240 end of January?' },
  { title: 'Largest company end of June? - NVIDIA' },
  { title: 'Manchester City vs Crystal Palace Winner?' },
  { title: 'EPL, Manchester City vs Crystal Palace, May 13, 2026: Manchester City' },
  { title: 'FC Bayern München vs. 1. FC Köln - More Markets - FC Bayern München vs. 1. FC Köln: O/U 1.5' },
  { title: 'FC Köln vs Heidenheim Winner?' },
  { title: 'Real Madrid vs. FC Barcelona' },
  { title: 'Will the Cleveland Cavaliers win the NBA Eastern Conference Finals?' },
  { title: 'Will the Toronto Raptors win the NBA Eastern Conference Finals?' },
  { title: 'Will Charlotte win the 2027 Pro Basketball Finals?' },
  { title: 'World Series Champion', others: ['San Diego Padres', 'Los Angeles'] },
  { title: 'Will Alexander Zverev win a Tennis Grand Slam in 2026?' },
  { title: 'Will Ferrari win the F1 Drivers Championship?' },
  { title: 'Counter-Strike: FaZe vs illwill (BO3) - HLC Belgrade Pro Playoffs' },
  {
    title:
      'Will Viktor Orbán become Prime Minister of Hungary following the 2026 Hungarian parliamentary election?',
  },
  { title: 'Will the next Prime Minister of Hungary be Viktor Orbán?' },
  { title: 'Will Abelardo de la Espriella win the next Colombian presidential election?' },
  { title: 'Who will the next Pope be?' },
  { title: 'New Rihanna Album before GTA VI?', others: ['What will happen before GTA VI?'] },
  { title: 'Will Elon Musk visit Mars in his lifetime?' },
  { title: 'Will the highest temperature in Dallas be between 100-101°F on September 14?' },
  { title: "Will Noah Kahan's 'The Great Divide' debut at #1" },
  { title: 'Who will win the Televote in Eurovision 2026?' },
  { title: 'S&P 500 closes up by 0.02% or more' },
  { title: 'Will North Carolina enact a data center moratorium by December 31, 2026?' },
  { title: 'Recession this year?' },
  { title: 'Iqraam Rayners: 1+ goals' },
]

function firstFound(text: string): string {
  const fit = indexTexts(markets).fit(text) ?? expect.unreachable('a text without a word')
  const graded = markets.map(({ title }, row) => ({ title, grade: fit.gradeOf(row) }))
  const best = graded.filter(({ grade }) => grade > 0).sort((a, b) => a.grade - b.grade)
  return best[0]?.title ?? 'nothing'
}

test.each([
  ['vance 2028', /JD Vance/],
  ['J.D. Vance president', /JD Vance/],
  ['newsom democratic nominee', /Newsom win the 2028 Democratic/],
  ['us presidential election newsom', /Newsom win the 2028 U\.S\./],
  ['whitmer nomination', /Whitmer/],
  ['fed september', /Fed decrease/],
  ['fed rates decision september', /Fed decrease/],
  ['"rate cut" 2026', /emergency rate cut/],
  ['rba australia hold rate', /nothing/],
  ['reserve bank australia rates', /Reserve Bank of Australia/],
  ['ukraine russia cease fire', /nothing/],
  ['ukraine ceasefire', /Russia x Ukraine/],
  ['israel iran strike', /Israel strikes Iran/],
  ['bitcoin 64k', /\$64,000/],
  ['btc above 64000', /\$64,000/],
  ['bitcoin 100k', /hit on October 7/],
  ['ethereum 15 min', /ETH Up or Down/],
  ['sol hourly', /Solana/],
  ['microstrategy bitcoin sell', /MicroStrategy/],
  ['kraken ipo', /Kraken/],
  ['anthropic initial', /nothing/],
  ['nvda 240', /NVIDIA \(NVDA\)/],
  ['man city crystal palace', /Manchester City vs Crystal Palace/],
  ['bayern koln', /Bayern München/],
  ['Bayern Munchen', /Bayern München/],
  ['barcelona madrid', /Real Madrid/],
  ['cavaliers nba final', /Cavaliers/],
  ['world series padres', /World Series/],
  ['zverev grand slams', /Zverev/],
  ['ferrari f1', /Ferrari/],
  ['counterstrike faze', /nothing/],
  ['counter strike faze', /FaZe/],
  ['orban hungary', /Orbán/],
  ['orbán prime minister hungary 2026', /following the 2026/],
  ['de la espriella', /Espriella/],
  ['next pope', /Pope/],
  ['gta vi rihanna', /Rihanna/],
  ['musk mars', /Elon Musk/],
  ['dallas temperature september 14', /Dallas/],
  ['noah kahan great divide', /Kahan/],
  ['eurovison televote', /Eurovision/],
  ['s&p 500', /S&P 500/],
  ['data centre moratorium', /nothing/],
  ['data center moratorium carolina', /North Carolina/],
  ['resession', /Recession/],
  ['will there be a recession this year', /Recession/],
  ['Is Viktor Orban going to be the next prime minister of Hungary?', /next Prime Minister of Hungary/],
] as const)('%s', (text, first) => {
  expect(firstFound(text)).toMatch(first)
})
