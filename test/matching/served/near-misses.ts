import { readServedPairs } from '../support/served.js'

/** Near-misses of offices, laws, prices and small words. */
export const servedNearMisses = readServedPairs(`
different: the speaker's nominee against the speaker
  polymarket | | Will Jim Jordan be the Republican nominee for Speaker of the House in 2027? | | 2027-01-04T00:00Z |
  kalshi | | Will Jim Jordan be the Speaker of the House in 2027? | Jim Jordan | 2027-01-04T00:00Z | KXSPEAKER-27-JJOR
different: the president of another body
  polymarket | | Will Ursula von der Leyen be out as President of the European Commission by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Roberta Metsola be out as President of the European Parliament by December 31, 2026? | | 2026-12-31T00:00Z |
different: leaving a party against leaving an office
  polymarket | | Will John Fetterman leave the Democratic Party by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will John Fetterman leave the Senate by December 31, 2026? | | 2026-12-31T00:00Z | KXFETT-26
different: leaving a party against leaving
  polymarket | | Will John Fetterman leave the Democratic Party by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will John Fetterman leave by December 31, 2026? | | 2026-12-31T00:00Z |
different: control of one house against both
  polymarket | | Will Democrats control the House and Senate after the 2026 midterms? | | 2026-11-03T00:00Z |
  kalshi | | Will Democrats control the House after the 2026 midterms? | Democrats | 2026-11-03T00:00Z | KXHOUSE-26-D
different: either chamber against both
  polymarket | | Will Democrats win the House and the Senate in 2026? | | 2026-11-03T00:00Z |
  kalshi | | Will Democrats win the House or the Senate in 2026? | Democrats | 2026-11-03T00:00Z | KXEITHER-26-D
different: winning a debate against an election
  polymarket | | Will Andrew Cuomo win the NYC mayoral debate? | | 2026-10-20T00:00Z |
  kalshi | | Will Andrew Cuomo win the NYC mayoral election? | Andrew Cuomo | 2026-11-03T00:00Z | KXMAYORNYC-26-ACUO
different: the number of candidates
  polymarket | | Will there be 5 candidates in the Republican presidential debate? | | 2027-08-20T00:00Z |
  kalshi | | Will there be 6 candidates in the Republican presidential debate? | 6 | 2027-08-20T00:00Z |
different: recount against result
  polymarket | | Will there be a recount in the 2026 Georgia governor election? | | 2026-12-01T00:00Z |
  kalshi | | Will a Republican win the 2026 Georgia governor election? | Republican | 2026-11-03T00:00Z | KXGOVGA-26-R
different: a state's primary against the nomination
  polymarket | | Will Pete Buttigieg win the New Hampshire Democratic presidential primary in 2028? | | 2028-02-10T00:00Z |
  kalshi | | Will Pete Buttigieg win the Democratic presidential nomination in 2028? | Pete Buttigieg | 2028-08-30T00:00Z | KXPRESNOMD-28-PBUT
different: the electoral college against the popular vote
  polymarket | | Will JD Vance win the electoral college in 2028? | | 2028-11-07T00:00Z |
  kalshi | | Will JD Vance win the popular vote in 2028? | JD Vance | 2028-11-07T00:00Z | KXPOPVOTE-28-JVAN
different: an approval by Congress against the FDA
  polymarket | | Will Congress approve Trump's tariffs by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Congress block Trump's tariffs by December 31, 2026? | | 2026-12-31T00:00Z |
different: repeal against passage
  polymarket | | Will the Affordable Care Act be repealed by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will the Affordable Care Act be extended by December 31, 2026? | | 2026-12-31T00:00Z |
different: hearing date of a month
  polymarket | | Will the Supreme Court rule on tariffs in January 2027? | | 2027-01-31T00:00Z |
  kalshi | | Will the Supreme Court rule on tariffs in February 2027? | | 2027-02-28T00:00Z |
different: a country's first against anyone
  polymarket | | Will Saudi Arabia be the next country to join the Abraham Accords? | | 2026-12-31T00:00Z |
  limitless | | Will Saudi Arabia join the Abraham Accords by December 31, 2026? | | 2026-12-31T00:00Z |
different: the first country against the country
  polymarket | | Will France be the first country to leave the euro? | | 2030-12-31T00:00Z |
  limitless | | Will France leave the euro by December 31, 2030? | | 2030-12-31T00:00Z |
different: the record of a year against a day
  polymarket | | Will 2026 be the hottest year on record? | | 2027-01-15T00:00Z |
  kalshi | | Will 2026 be the second hottest year on record? | | 2027-01-15T00:00Z | KXHOTTEST-26-2
different: above at noon against the close
  polymarket | | Will Bitcoin be above $100,000 at 12PM ET on December 5? | | 2026-12-05T17:00Z |
  limitless | | Will Bitcoin be above $100,000 at 4PM ET on December 5? | | 2026-12-05T21:00Z |
near: the high of the day against the price, by two sources
  polymarket | | Will Bitcoin hit $100,000 on December 5? | | 2026-12-06T05:00Z |
  kalshi | | Bitcoin price on Dec 5, 2026 at 5pm EST? | $100,000 or above | 2026-12-05T22:00Z | KXBTCD-26DEC0517-T99999.99
different: the new high against any
  polymarket | | Will the S&P 500 hit a new all time high in December? | | 2026-12-31T21:00Z |
  kalshi | | Will the Nasdaq 100 hit a new all time high in December? | | 2026-12-31T21:00Z |
different: a token's listing against its launch
  polymarket | | Will Coinbase list Monad by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Binance list Monad by December 31, 2026? | | 2026-12-31T00:00Z |
different: the token of a product against its own
  polymarket | | Will MetaMask launch a token by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will MetaMask launch a card by December 31, 2026? | | 2026-12-31T00:00Z |
different: who is traded for whom
  polymarket | | Will Anthony Davis be traded for Trae Young by February 6, 2027? | | 2027-02-06T00:00Z |
  limitless | | Will Anthony Davis be traded with Trae Young by February 6, 2027? | | 2027-02-06T00:00Z |
different: playing for against playing against
  polymarket | | Will Kylian Mbappe play for Real Madrid in the Champions League final? | | 2027-05-30T00:00Z |
  limitless | | Will Kylian Mbappe play against Real Madrid in the Champions League final? | | 2027-05-30T00:00Z |
different: winning with against winning over
  polymarket | | Will Trump rule with Vance on December 31? | | 2026-12-31T00:00Z |
  limitless | | Will Trump rule without Vance on December 31? | | 2026-12-31T00:00Z |
different: after against during
  polymarket | | Will Powell resign during his term as Fed Chair? | | 2028-01-31T00:00Z |
  limitless | | Will Powell resign after his term as Fed Chair? | | 2028-01-31T00:00Z |
different: between two against with others
  polymarket | | Will there be a deal between Israel and Syria by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will there be a deal between Israel and Lebanon by December 31, 2026? | | 2026-12-31T00:00Z |
different: the price of one against the value of another
  polymarket | | Will the average price of eggs be above $4 in December? | | 2026-12-31T00:00Z |
  limitless | | Will the average price of milk be above $4 in December? | | 2026-12-31T00:00Z |
different: the open against the close
  polymarket | | Will NVIDIA open above $200 on December 7? | | 2026-12-07T14:30Z |
  limitless | | Will NVIDIA close above $200 on December 7? | | 2026-12-07T21:00Z |
different: goals by halves of a season
  polymarket | | Will Erling Haaland score 20+ goals before January 1, 2027? | | 2027-01-01T00:00Z |
  limitless | | Will Erling Haaland score 20+ goals in the 2026-27 season? | | 2027-05-24T00:00Z |
different: what a team wins against its star
  polymarket | | Will Argentina's Lionel Messi win the Golden Ball? | | 2026-07-19T00:00Z |
  limitless | | Will Argentina win the Golden Ball? | | 2026-07-19T00:00Z |
different: back to back
  polymarket | | Will the Dodgers win back-to-back World Series? | | 2026-11-01T00:00Z |
  limitless | | Will the Dodgers win the World Series? | | 2026-11-01T00:00Z |
different: unanimous
  polymarket | | Will Shohei Ohtani win the NL MVP unanimously in 2026? | | 2026-11-20T00:00Z |
  limitless | | Will Shohei Ohtani win the NL MVP in 2026? | | 2026-11-20T00:00Z |
different: an undefeated title
  polymarket | | Will Ohio State win the national championship undefeated in 2027? | | 2027-01-20T00:00Z |
  limitless | | Will Ohio State win the national championship in 2027? | | 2027-01-20T00:00Z |
different: appearing in a film against its award
  polymarket | | Will Tom Holland be in "Avengers: Doomsday"? | | 2026-12-18T00:00Z |
  limitless | | Will Tom Holland be the lead in "Avengers: Doomsday"? | | 2026-12-18T00:00Z |
different: a party's leader by time
  polymarket | | Will Kemi Badenoch remain Conservative leader through 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Kemi Badenoch leave as Conservative leader by June 30, 2026? | | 2026-06-30T00:00Z |
superset: top two and winner
  polymarket | | Will Keiko Fujimori finish in the top 2 of the first round of the 2026 Peruvian election? | | 2026-04-12T00:00Z |
  limitless | | Will Keiko Fujimori win the first round of the 2026 Peruvian election? | | 2026-04-12T00:00Z |
different: by one's own hand
  polymarket | | Will Bukele be re-elected President of El Salvador? | | 2027-02-28T00:00Z |
  limitless | | Will Bukele be nominated for President of El Salvador? | | 2027-02-28T00:00Z |
different: his wife's company
  polymarket | | Will Elon Musk's xAI IPO by December 31, 2027? | | 2027-12-31T00:00Z |
  limitless | | Will Elon Musk's SpaceX IPO by December 31, 2027? | | 2027-12-31T00:00Z |
different: merged against acquired
  polymarket | | Will SpaceX and xAI merge by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will SpaceX and Tesla merge by December 31, 2026? | | 2026-12-31T00:00Z |
different: about an event against at it
  polymarket | | Will Trump speak about Davos by January 31, 2027? | | 2027-01-31T00:00Z |
  limitless | | Will Trump speak at Davos by January 31, 2027? | | 2027-01-31T00:00Z |
different: for against against in a vote
  polymarket | | Will Susan Collins vote for the SAVE Act? | | 2026-12-31T00:00Z |
  limitless | | Will Susan Collins vote on the SAVE Act? | | 2026-12-31T00:00Z |
`)
