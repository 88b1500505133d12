import { readServedPairs } from '../support/served.js'

/** Markets of spring 2026 that look alike, or of which one implies the other. */
export const unseenLookAlikesSpring = readServedPairs(`
near: a player who scores, with other rules for those who do not play
  polymarket | Manchester City FC vs. Crystal Palace FC - Player Props | Brennan Johnson: Anytime Goalscorer | Brennan Johnson: Anytime Goalscorer | 2026-05-13T19:00Z | epl-mac-cry-2026-05-13-anytime-goalscorer-brennan-johnson
  kalshi | Manchester City vs Crystal Palace: Goalscorer | Brennan Johnson: 1+ goals | Brennan Johnson: 1+ | 2026-05-27T19:00Z | KXEPLGOAL-26MAY13MCICRY-CRYBJOHNS11-1
subset: at least 2.7 and above 2.5
  polymarket | Brazil GDP Growth in Q1 2026? | Will Brazil’s Q1 2026 GDP growth rate (YoY) be at least 2.7%? | ≥2.7% | 2026-05-29T00:00Z | will-brazils-q1-2026-gdp-growth-rate-yoy-be-at-least-2pt7
  kalshi | Brazil GDP growth in Q1 2026 (YoY) | Brazilian GDP (YoY) in Mar 2026? | Above 2.5% | 2026-05-29T11:00Z | KXBRAZILGDP-26MAR-T2.5
subset: launches within a range and above one value
  polymarket | How many SpaceX launches in 2026? | Will SpaceX have between 160-179 launches in 2026? | 160-179 | 2026-12-31T00:00Z | will-spacex-have-between-160-179-launches-in-2026
  kalshi | How many launches will SpaceX have in 2026? | How many launches will SpaceX have in 2026? | Above 140 | 2026-12-31T15:00Z | KXSPACEXCOUNT-26B-140
subset: 200 or more and above 190
  polymarket | How many SpaceX launches in 2026? | Will SpaceX have 200 or more launches in 2026? | 200+ | 2026-12-31T00:00Z | will-spacex-have-200-or-more-launches-in-2026
  kalshi | How many launches will SpaceX have in 2026? | How many launches will SpaceX have in 2026? | Above 190 | 2026-12-31T15:00Z | KXSPACEXCOUNT-26B-190
subset: one president by the end of a year and any before a later day
  polymarket | | Will Trump be impeached by end of 2026? | | 2026-12-31T00:00Z | will-trump-be-impeached-by-end-of-2026
  kalshi | Will President Trump be impeached during his term? | Will the President be impeached before Jan 20, 2029? | Before Jan 20, 2029 | 2029-01-20T15:00Z | KXIMPEACH-29-JAN20
superset: at least a score and above it
  polymarket | | Will "Disclosure Day" score at least 80 on the Rotten Tomatoes Tomatometer? | | 2026-06-15T14:00Z | will-disclosure-day-score-at-least-80-on-the-rotten-tomatoes-tomatometer
  kalshi | Disclosure Day Rotten Tomatoes score? | Disclosure Day Rotten Tomatoes score? | Above 80 | 2026-06-15T14:00Z | KXRT-DIS-80
subset: one value of inflation and above another
  limitless | | May Inflation US - Annual: 3.4% | 3.4% | 2026-06-10T12:00Z |
  kalshi | Inflation in May 2026 (CPI YoY) | Will the rate of CPI inflation be above 2.9% for the year ending in May 2026? | Above 2.9% | 2026-06-10T12:25Z | KXCPIYOY-26MAY-T2.9
subset: to win a race and to be on its podium
  polymarket | Monaco Grand Prix: Driver Winner | Will Charles Leclerc win the 2026 F1 Monaco Grand Prix? | Charles Leclerc | 2026-06-14T00:00Z | will-charles-leclerc-win-the-2026-f1-monaco-grand-prix
  kalshi | Monaco Grand Prix Podium | Will Charles Leclerc finish on the podium at the Monaco Grand Prix? | Charles Leclerc | 2026-06-21T14:00Z | KXF1RACEPODIUM-MGP26-CLEC
subset: to win a group and to qualify from it
  polymarket | FIFA World Cup Group J Winner | Will Austria win Group J in the 2026 FIFA World Cup? | Austria | 2026-06-28T00:00Z | will-austria-win-group-j-in-the-2026-fifa-world-cup
  kalshi | World Cup Group J Qualifiers | Will Austria qualify from World Cup Group J? | Austria | 2026-07-11T14:00Z | KXWCGROUPQUAL-26J-AUT
different: another line of a market with two sides
  polymarket | Fluminense FC vs. Operário Ferroviário EC - More Markets | Fluminense FC vs. Operário Ferroviário EC: O/U 3.5 | Over / Under | 2026-05-13T00:30Z | brco-flu-ope-2026-05-12-total-3pt5
  kalshi | Fluminense vs Ferroviario: Total Goals | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-05-27T00:30Z | KXCOPADOBRASILTOTAL-26MAY12FLUFER-2
different: another spread of a market with two sides
  polymarket | RC Celta de Vigo vs. Levante UD - More Markets | Spread: RC Celta de Vigo (-2.5) | RC Celta de Vigo / Levante UD | 2026-05-12T19:00Z | lal-cel-lev-2026-05-12-spread-home-2pt5
  kalshi | Levante at Celta Vigo: Spreads | Celta Vigo wins by over 1.5 goals? | Celta Vigo wins by over 1.5 goals | 2026-05-26T19:00Z | KXLALIGASPREAD-26MAY12RCCLEV-RCC1
subset: by June and before a year
  polymarket | Will the US confirm that aliens exist by...? | Will the US confirm that aliens exist by June 30? | June 30 | 2026-06-30T00:00Z | will-the-us-confirm-that-aliens-exist-by-june-30
  kalshi | Will the U.S. confirm that aliens exist? | Will the U.S. confirm that aliens exist before 2027? | Before 2027 | 2027-01-01T15:00Z | KXALIENS-27-27
subset: champion and among the first four
  polymarket | | Will Arsenal win the 2025–26 English Premier League? | | 2026-05-25T00:00Z | will-arsenal-win-the-202526-english-premier-league
  kalshi | | Will Arsenal finish in the top 4 in the 2025-26 English Premier League season? | Arsenal | 2026-05-26T14:00Z | KXEPLTOP4-26-ARS
superset: into the finals and to win them
  polymarket | NBA Playoffs: Team to advance to NBA Finals | Will New York Knicks advance to the 2026 NBA Finals? | New York Knicks | 2026-05-31T00:00Z | will-new-york-knicks-advance-to-the-2026-nba-finals
  kalshi | | Will the New York win the 2026 Pro Basketball Finals? | New York | 2026-06-30T14:00Z | KXNBA-26-NYK
subset: champion and winner of a conference
  polymarket | 2026 NBA Champion | Will the Cleveland Cavaliers win the 2026 NBA Finals? | Cleveland Cavaliers | 2026-07-01T00:00Z | will-the-cleveland-cavaliers-win-the-2026-nba-finals
  kalshi | | Will the Cleveland win the 2026 Pro Basketball Eastern Conference Championship? | Cleveland | 2026-06-20T14:00Z | KXNBAEAST-26-CLE
superset: into the finals and a pair of finalists
  polymarket | NBA Playoffs: Team to advance to NBA Finals | Will Cleveland Cavaliers advance to the 2026 NBA Finals? | Cleveland Cavaliers | 2026-05-31T00:00Z | will-cleveland-cavaliers-advance-to-the-2026-nba-finals
  kalshi | Pro Basketball Finals Matchup | Will Los Angeles L vs Cleveland be the matchup in the 2025-26 Pro Basketball Finals? | Los Angeles L vs Cleveland | 2026-06-20T14:00Z | KXTEAMSINNBAF-26-LALCLE
subset: the first 5 and the first 10
  polymarket | PGA Tour: PGA Championship Top 5 | Will Sam Burns finish in the Top 5 at the 2026 PGA Championship? | Sam Burns | 2026-05-17T00:00Z | will-sam-burns-finish-in-the-top-5-at-the-2026-pga-championship
  kalshi | PGA Championship: Top 10 Finishers | PGA Championship: Will Sam Burns finish top 10? | Sam Burns | 2026-06-14T14:00Z | KXPGATOP10-PGC26-SBUR
superset: the first 20 and the first 10
  polymarket | PGA Tour: Truist Championship Top 20 | Will J.J. Spaun finish in the Top 20 at the 2026 Truist Championship? | J.J. Spaun | 2026-05-10T00:00Z | will-jj-spaun-finish-in-the-top-20-at-the-2026-truist-championship
  kalshi | Truist Championship: Top 10 Finishers | Truist Championship: Will JJ Spaun finish top 10? | JJ Spaun | 2026-06-07T14:00Z | KXPGATOP10-TRC26-JSPA
different: another line of points, with two sides
  polymarket | Spurs vs. Timberwolves | Anthony Edwards: Points O/U 25.5 | Over / Under | 2026-05-16T01:30Z | nba-sas-min-2026-05-15-points-anthony-edwards-25pt5
  kalshi | San Antonio at Minnesota: Points | Anthony Edwards: 30+ points | Anthony Edwards: 30+ | 2026-05-29T01:30Z | KXNBAPTS-26MAY15SASMIN-MINAEDWARDS5-30
subset: spread of runs and the game
  polymarket | Tampa Bay Rays vs. Boston Red Sox | Spread: Boston Red Sox (-1.5) | Boston Red Sox / Tampa Bay Rays | 2026-05-17T17:35Z | mlb-tb-bos-2026-05-10-spread-home-1pt5
  kalshi | Tampa Bay vs Boston | Tampa Bay vs Boston Winner? | Boston | 2026-05-13T17:35Z | KXMLBGAME-26MAY101335TBBOS-BOS
different: a fight by knockout against the fight
  polymarket | UFC Fight Night: Ketlen Vieira vs. Jacqueline Cavalcanti (Women's Bantamweight, Prelims) | Will Ketlen Vieira win by KO or TKO? | | 2026-05-17T00:00Z | ufc-ket1-jac4-2026-05-16-ko-tko-ket1
  kalshi | UFC Fight Night: Vieira vs Cavalcanti | Will Ketlen Vieira win the Vieira vs Cavalcanti professional MMA fight scheduled for May 16, 2026? | Ketlen Vieira | 2026-05-30T22:00Z | KXUFCFIGHT-26MAY16VIECAV-VIE
near: announced and is
  polymarket | | James Norton announced as next James Bond? | | 2026-12-31T00:00Z | james-norton-announced-as-next-james-bond
  kalshi | | Will James Norton be the next James Bond? | James Norton | 2030-01-01T15:00Z | KXBOND-30-JN
near: a mean against any price
  polymarket | What price will Dogecoin hit in May? | Will Dogecoin reach $0.15 in May? | ↑ 0.15 | 2026-06-01T04:00Z | will-dogecoin-reach-0pt15-in-may
  kalshi | How high will Dogecoin get in May? | Will DOGE trimmed mean be above $0.15 by 11:59 PM ET on May 31, 2026? | Above $0.15 | 2026-06-01T03:59Z | KXDOGEMAXMON-DOGE-26MAY31-015
near: a mean against any price, the value in cents
  polymarket | What price will Hyperliquid hit in May? | Will Hyperliquid reach $52 in May? | ↑ 52 | 2026-06-01T04:00Z | will-hyperliquid-reach-52-in-may
  kalshi | How high will Hyperliquid get in May? | Will HYPE trimmed mean be above $52.50 by 11:59 PM ET on May 31, 2026? | Above $52.50 | 2026-06-01T03:59Z | KXHYPEMAXMON-HYPE-26MAY31-5250
near: primary and nominee
  polymarket | New York Democratic Governor Primary Winner | Will Kathy Hochul win the 2026 New York Democratic Gubernatorial Primary? | Kathy Hochul | 2026-06-23T00:00Z | will-kathy-hochul-win-the-2026-new-york-democratic-gubernatorial-primary
  kalshi | New York Democratic Governor nominee? | Will Kathy Hochul be the Democratic nominee for Governor in New York? | Kathy Hochul | 2026-11-03T15:00Z | KXGOVNYNOMD-25-KH
near: primary and nominee of another state
  polymarket | New Hampshire Governor Democratic Primary Winner | Will Cinde Warmington win the 2026 New Hampshire Governor Democratic primary election? | Cinde Warmington | 2026-09-08T00:00Z | will-cinde-warmington-win-the-2026-new-hampshire-governor-democratic-primary-election
  kalshi | New Hampshire Democratic Governor nominee? | Will Cinde Warmington be the Democratic nominee for Governor in New Hampshire? | Cinde Warmington | 2027-11-03T15:00Z | KXGOVNHNOMD-26-CWAR
near: a country that acquires a part and a president who acquires it
  limitless | | Will Trump acquire Greenland before 2027? | | 2026-12-31T23:59Z |
  polymarket | | Will the US acquire part of Greenland in 2026? | | 2026-12-31T00:00Z | will-the-us-acquire-part-of-greenland-in-2026
near: who creates a reserve
  limitless | | US national Bitcoin reserve before 2027? | | 2026-12-31T23:59Z |
  kalshi | Will Trump create a National Bitcoin Reserve before 2027? | Will Trump create a National Bitcoin Reserve before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXBTCRESERVE-27-JAN01
near: prices of two sources
  polymarket | Ethereum above ___ on May 13, 5PM ET? | Ethereum above 2,315 on May 13, 5PM ET? | 2,315 | 2026-05-13T21:00Z | ethereum-above-2315-on-may-13-2026-5pm-et
  kalshi | Ethereum price on May 13, 2026 at 5pm EDT? | Ethereum price at May 13, 2026 at 5pm EDT? | $2,315 or above | 2026-05-13T21:00Z | KXETHD-26MAY1317-T2314.99
near: temperature by two stations
  polymarket | Highest temperature in NYC on May 12? | Will the highest temperature in New York City be between 66-67°F on May 12? | 66-67°F | 2026-05-12T12:00Z | highest-temperature-in-nyc-on-may-12-2026-66-67f
  kalshi | Highest temperature in NYC on May 12, 2026? | Will the **high temp in NYC** be 66-67° on May 12, 2026? | 66° to 67° | 2026-05-13T04:59Z | KXHIGHNY-26MAY12-B66.5
different: the end of a regime and an index of democracy
  polymarket | | Will the Iranian regime fall before 2027? | | 2026-12-31T00:00Z | will-the-iranian-regime-fall-before-2027
  kalshi | Will Iran become a democracy in 2026? | Will Iran's score in the Economist Intelligence Unit's Democracy Index be at least 6 in the 2026 edition? | At least 6 | 2027-03-01T15:00Z | KXIRANDEMOCRACY-27MAR01-T6
different: advance from a primary and be first in it
  polymarket | CA-07 Primary Winners | Will Mai Vang advance from the CA-07 primary election? | Mai Vang | 2026-06-02T00:00Z | will-mai-vang-advance-from-the-ca-07-primary-election
  kalshi | CA-07 primary: first place | Will Ralph Nwobi place first in the 2026 CA-07 primary? | Ralph Nwobi | 2027-11-03T15:00Z | KXCAPRIMARY-07FIRST26-RNWO
different: any pandemic and one of a kind
  polymarket | | New Coronavirus Pandemic in 2026? | | 2026-12-31T00:00Z | new-coronavirus-pandemic-in-2026
  kalshi | Pandemic in 2026? | Pandemic in 2026? | Before 2027 | 2026-12-31T15:00Z | KXNEWOUTBREAK-P-26
different: double double against assists
  polymarket | Cavaliers vs. Pistons | Donovan Mitchell: Assists O/U 3.5 | Over / Under | 2026-05-14T00:00Z | nba-cle-det-2026-05-13-assists-donovan-mitchell-3pt5
  kalshi | Cleveland at Detroit: Double Doubles | Donovan Mitchell: Double Double | Donovan Mitchell | 2026-05-27T00:00Z | KXNBA2D-26MAY13CLEDET-CLEDMITCHELL45
different: exact score against spread
  polymarket | Olympique de Marseille vs. Stade Rennais FC 1901 - Exact Score | Exact Score: Olympique de Marseille 2 - 0 Stade Rennais FC 1901? | | 2026-05-17T19:00Z |
  kalshi | Marseille vs Stade Rennais: Spread | Stade Rennais wins by over 1.5 goals? | Stade Rennais wins by over 1.5 goals | 2026-05-31T19:00Z | KXLIGUE1SPREAD-26MAY17OMREN-REN1
different: another district
  polymarket | VA-08 House Election Winner | Will the Republican Party win the VA-08 House seat? | Republican Party | 2026-11-03T00:00Z | will-the-republican-party-win-the-va-08-house-seat
  kalshi | VA-09 House winner? | Will Republican win the House race for VA-09? | Republican | 2027-11-03T15:00Z | KXHOUSERACE-VA09-26-R
different: another party
  polymarket | AL-02 House Election Winner | Will the Democratic Party win the AL-02 House seat? | Democratic Party | 2026-11-03T00:00Z | will-the-democratic-party-win-the-al-02-house-seat
  kalshi | AL-02 House winner? | Will Republican win the House race for AL-02? | Republican | 2027-11-03T15:00Z | KXHOUSERACE-AL02-26-R
different: another year of a seat
  polymarket | Kansas Senate Election Winner | Will the Democrats win the Kansas Senate race in 2026? | Democrats | 2026-11-03T00:00Z | will-the-democrats-win-the-kansas-senate-race-in-2026
  kalshi | Kansas Senate winner? (2028) | Will Democrats win the Senate race in Kansas? | Democrats | 2029-11-06T15:00Z | SENATEKS-28-D
different: the other league of an award
  polymarket | MLB: 2026 AL Hank Aaron Winner | Will Bo Bichette win the 2026 American League Hank Aaron Award? | Bo Bichette | 2026-11-13T00:00Z | will-bo-bichette-win-the-2026-american-league-hank-aaron-award
  kalshi | NL Hank Aaron Award Winner? | Will Bo Bichette win NL Hank Aaron Award? | Bo Bichette | 2026-12-08T15:00Z | KXMLBNLHAARON-26-BBIC
different: a season against a practice
  polymarket | Monaco Grand Prix: Practice 1 Fastest Lap | Will Oscar Piastri achieve the fastest lap in Practice 1 at the 2026 F1 Monaco Grand Prix? | Oscar Piastri | 2026-06-12T00:00Z | will-oscar-piastri-achieve-the-fastest-lap-in-practice-1-at-the-2026-f1-monaco-grand-prix
  kalshi | F1 Drivers Champion | Will Oscar Piastri win the F1 Drivers Championship? | Oscar Piastri | 2026-12-22T15:00Z | KXF1-26-OP
different: another tournament
  polymarket | PGA Tour: ONEflight Myrtle Beach Classic Top 10 | Will Adam Svensson finish in the Top 10 at the 2026 ONEflight Myrtle Beach Classic? | Adam Svensson | 2026-05-10T00:00Z | will-adam-svensson-finish-in-the-top-10-at-the-2026-oneflight-myrtle-beach-classic
  kalshi | PGA Championship: Top 10 Finishers | PGA Championship: Will Adam Svensson finish top 10? | Adam Svensson | 2026-06-14T14:00Z | KXPGATOP10-PGC26-ASVE
different: a round against the tournament
  polymarket | PGA Tour: PGA Championship Top 5 | Will Angel Ayora finish in the Top 5 at the 2026 PGA Championship? | Angel Ayora | 2026-05-17T00:00Z | will-angel-ayora-finish-in-the-top-5-at-the-2026-pga-championship
  kalshi | Pga Championship: Round 2 Top 5 Finishers | PGA Championship: Will Angel Ayora Fanegas finish top 5 in Round 2? | Angel Ayora Fanegas | 2026-06-14T14:00Z | KXPGAR2TOP5-PGC26-AAYO
different: the cut against the first 20
  polymarket | PGA Tour: PGA Championship Top 20 | Will Daniel Hillier finish in the Top 20 at the 2026 PGA Championship? | Daniel Hillier | 2026-05-17T00:00Z | will-daniel-hillier-finish-in-the-top-20-at-the-2026-pga-championship
  kalshi | PGA Championship: To Make the Cut | PGA Championship: Will Alex Noren make the cut? | Alex Noren | 2026-06-14T14:00Z | KXPGAMAKECUT-PGC26-ANOR
different: five innings against the game
  polymarket | Colorado Rockies vs. Philadelphia Phillies | Colorado Rockies vs. Philadelphia Phillies | Colorado Rockies / Philadelphia Phillies | 2026-05-17T17:35Z | mlb-col-phi-2026-05-10
  kalshi | Colorado vs Philadelphia: First 5 Innings | Colorado vs Philadelphia first 5 innings winner? | Philadelphia | 2026-05-13T17:35Z | KXMLBF5-26MAY101335COLPHI-PHI
different: spread of five innings
  polymarket | New York Yankees vs. Milwaukee Brewers | Spread: New York Yankees (-1.5) | New York Yankees / Milwaukee Brewers | 2026-05-17T18:10Z | mlb-nyy-mil-2026-05-10-spread-away-1pt5
  kalshi | New York Y vs Milwaukee: First 5 Spread | New York Y wins first 5 innings by over 1.5 runs? | New York Y wins first 5 innings by over 1.5 runs | 2026-05-13T18:10Z | KXMLBF5SPREAD-26MAY101410NYYMIL-NYY2
different: a run in the first inning against the game
  polymarket | Kansas City Royals vs. Chicago White Sox | Kansas City Royals vs. Chicago White Sox | Kansas City Royals / Chicago White Sox | 2026-05-21T23:40Z | mlb-kc-cws-2026-05-14
  kalshi | Kansas City vs Chicago WS: First Inning Run | Kansas City vs Chicago WS First Inning Run? | Yes / No | 2026-05-17T23:40Z | KXMLBRFI-26MAY141940KCCWS
different: runs of a team against the game's
  polymarket | Minnesota Twins vs. Cleveland Guardians | Minnesota Twins vs. Cleveland Guardians: O/U 7.5 | Over / Under | 2026-05-17T17:40Z | mlb-min-cle-2026-05-10-total-7pt5
  kalshi | Minnesota vs Cleveland: Team Total | Will Cleveland score over 3.5 runs? | Cleveland over 3.5 runs scored | 2026-05-13T17:40Z | KXMLBTEAMTOTAL-26MAY101340MINCLE-CLE4
different: total bases against the game
  polymarket | Miami Marlins vs. Tampa Bay Rays | Miami Marlins vs. Tampa Bay Rays | Miami Marlins / Tampa Bay Rays | 2026-05-22T22:40Z | mlb-mia-tb-2026-05-15
  kalshi | Miami vs Minnesota: Total Bases | Byron Buxton: 2+ total bases? | Byron Buxton: 2+ | 2026-05-16T23:40Z | KXMLBTB-26MAY131940MIAMIN-MINBBUXTON25-2
different: another game on the same day
  polymarket | Heart of Midlothian FC vs. Falkirk FC | Will Heart of Midlothian FC win on 2026-05-13? | Heart of Midlothian FC | 2026-05-13T18:45Z | sco-hea-fal-2026-05-13-hea
  kalshi | Rangers vs Hibernian | Rangers vs Hibernian Winner? | Hibernian | 2026-05-27T18:45Z | KXSCOTTISHPREMGAME-26MAY13RFCHIB-HIB
different: basketball against football of clubs of one name
  polymarket | Greek Basketball League: Winner | Will AEK Athens win Greek Basketball League? | AEK Athens | 2026-06-07T00:00Z | will-aek-athens-win-greek-basketball-league
  kalshi | AEK Athens vs Panathinaikos | AEK Athens vs Panathinaikos Winner? | AEK Athens | 2026-05-24T16:00Z | KXSLGREECEGAME-26MAY10AEKPAN-AEK
different: corners against goals
  polymarket | Como 1907 vs. Parma Calcio 1913 - Total Corners | Como 1907 vs. Parma Calcio 1913: O/U 7.5 Total Corners | Over / Under | 2026-05-17T13:00Z | sea-com-par-2026-05-17-total-corners-7pt5
  kalshi | Como vs Parma Calcio: Spread | Como wins by over 1.5 goals? | Como wins by over 1.5 goals | 2026-05-31T13:00Z | KXSERIEASPREAD-26MAY17COMPAR-COM1
different: cards against goals
  limitless | | FSV Mainz 05 vs Union Berlin: 4+ total cards? | | 2026-05-10T13:30Z |
  kalshi | Union Berlin at Mainz: Totals | Union Berlin at Mainz: Totals | Over 3.5 goals scored | 2026-05-24T13:30Z | KXBUNDESLIGATOTAL-26MAY10M05UNI-3
different: monthly core against monthly inflation
  limitless | | April Inflation US - Monthly: ≤0.3% | ≤0.3% | 2026-05-12T12:00Z |
  kalshi | CPI core in Apr 2026 | Will CPI Core rise more than 0.3% in April? | Above 0.3% | 2026-05-12T12:25Z | KXCPICORE-26APR-T0.3
different: a quarter against a month of growth
  polymarket | UK GDP growth in Q1 2026? | Will UK GDP growth in Q1 2026 be between 0.3% and 0.6%? | 0.3–0.6% | 2026-05-14T00:00Z | will-uk-gdp-growth-in-q1-2026-be-between-0pt3-and-0pt6
  kalshi | UK GDP MoM for March 2026 | Will UK GDP MoM for March 2026 be above 0.3%? | Above 0.3% | 2026-05-14T06:00Z | KXUKGDPMOM-26MAY14-T0.3
different: another currency area
  polymarket | GDP growth in 2026 | Will US GDP growth in 2026 be less than 0.5%? | <0.5% | 2027-01-29T00:00Z | will-us-gdp-growth-in-2026-be-less-than-0pt5
  kalshi | Euro area GDP growth rate YoY for Q1 2026 | Will Euro area GDP growth rate YoY for Q1 2026 be above 0.4%? | Above 0.4% | 2026-05-13T09:00Z | KXEZGDPYOYF-26MAY13-T0.4
different: a song of a week against an album of a year
  polymarket | #1 song on US Spotify this week? (May 15) | Will "Drop Dead - Olivia Rodrigo" be the #1 song on US Spotify this week? | "Drop Dead - Olivia Rodrigo" | 2026-05-15T00:00Z | will-drop-dead-olivia-rodrigo-be-the-1-song-on-us-spotify-this-week
  kalshi | Top Album on Spotify U.S in 2026? | Will ARIRANG be the #1 most streamed Album on the  2026 Spotify Wrapped Top 10 Albums USA chart on the date that the chart is released for 2026? | ARIRANG | 2026-12-31T15:00Z | KXTOPALBUMSPOTIFYUSA-26-ARI
different: a month against a year
  polymarket | Which artists will have #1 hits in the US in May? | Will Ariana Grande have a #1 hit in the US in May? | Ariana Grande | 2026-05-31T00:00Z | will-ariana-grande-have-a-1-hit-in-the-us-in-may
  kalshi | Who will have a #1 hit this year? | Will Addison Rae have a #1 hit this year? | Addison Rae | 2026-12-21T15:00Z | KX1SONG-DEC2626-ADD
different: a language of an award
  polymarket | Anime Awards: Best Anime Voice Artist Performance (German) Winner | Will Dirk Petrick as Denji win Best Anime Voice Artist Performance (German) at the 2026 Crunchyroll Anime Awards? | Dirk Petrick as Denji | 2026-05-23T00:00Z | will-dirk-petrick-as-denji-win-best-anime-voice-artist-performance-german-at-the-2026-crunchyroll-anime-awards
  kalshi | 2026 Crunchyroll Anime Award for Best Anime Voice Artist Performance (English)? | 2026 Crunchyroll Anime Award for Best Anime Voice Artist Performance (English)? | Lucien Dodge as Akaza | 2027-05-23T14:00Z | KXANIMEBVAPE-26-LUC
different: best of all models against the best for code
  polymarket | | Will a Chinese company have the best AI model by December 31? | | 2026-12-31T00:00Z | will-a-chinese-company-have-the-best-ai-model-by-december-31
  kalshi | Which AI company will have the best coding model at the end of 2026? | Which AI company will have the best coding model on Dec 31, 2026? | Alibaba | 2026-12-31T15:00Z | KXCODINGMODEL-26DEC-ALIB
different: the toss of a match
  polymarket | Indian Premier League: Delhi Capitals vs Rajasthan Royals | Indian Premier League: Delhi Capitals vs Rajasthan Royals - Who wins the toss? | Delhi Capitals / Rajasthan Royals | 2026-05-24T10:00Z | cricipl-del-raj-2026-05-17-toss-winner
  kalshi | Rajasthan Royals vs Delhi Capitals | Rajasthan Royals vs Delhi Capitals Winner? | Delhi Capitals | 2026-05-31T10:00Z | KXIPLGAME-26MAY171000RRDC-DC
different: a match that is completed
  polymarket | Indian Premier League: Delhi Capitals vs Rajasthan Royals | Indian Premier League: Delhi Capitals vs Rajasthan Royals - Completed match? | | 2026-05-24T10:00Z | cricipl-del-raj-2026-05-17-completed-match
  kalshi | Rajasthan Royals vs Delhi Capitals | Rajasthan Royals vs Delhi Capitals Winner? | Rajasthan Royals | 2026-05-31T10:00Z | KXIPLGAME-26MAY171000RRDC-RR
different: sixes against fours
  polymarket | Indian Premier League: Lucknow Super Giants vs Chennai Super Kings - Most Sixes | Indian Premier League: Lucknow Super Giants vs Chennai Super Kings - Most Sixes Chennai Super Kings | | 2026-05-22T14:00Z | cricipl-luc-che-2026-05-15-most-sixes-che
  kalshi | Chennai Super Kings vs Lucknow Super Giants: Total Match Sixes | Will there be over 17.5 total match sixes? | Over 17.5 | 2026-05-29T14:00Z | KXIPLSIX-26MAY15CSKLSG-18
different: the other game of a match
  polymarket | LoL: Karmine Corp vs GIANTX (BO3) - LEC Regular Season | LoL: Karmine Corp vs GIANTX - Game 1 Winner | Karmine Corp / GIANTX | 2026-05-10T15:00Z | lol-kc-gx-2026-05-10-game1
  kalshi | GIANTX vs. Karmine Corp: Map 2 | Will Karmine Corp win map 2 in the GIANTX vs. Karmine Corp match? | Karmine Corp | 2026-05-24T15:00Z | KXLOLMAP-26MAY100900GXKC-2-KC
different: a handicap of maps against a map
  polymarket | Valorant: EDward Gaming vs XLG Gaming (BO5) - VCT China Playoffs | Map Handicap: EDG (-1.5) vs XLG Gaming (+1.5) | EDward Gaming / XLG Gaming | 2026-05-10T09:00Z | val-edg-xlg-2026-05-10-map-handicap-home-1pt5
  kalshi | XLG Gaming vs. EDward Gaming: Map 3 | Will EDward Gaming win map 3 in the XLG Gaming vs. EDward Gaming match? | EDward Gaming | 2026-05-24T09:00Z | KXVALORANTMAP-26MAY100500XLGEDG-3-EDG
different: kills against maps
  polymarket | LoL: Kiwoom DRX vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | Total Kills Over/Under 30.5 in Game 2? | Over / Under | 2026-05-10T10:00Z | lol-drx-hle-2026-05-10-kill-over-under-game-2-30pt5
  kalshi | Hanwha Life Esports vs. DRX: Total Maps | Will over 2.5 maps be played in the Hanwha Life Esports vs. DRX League of Legends match? | Over 2.5 maps | 2026-05-24T10:00Z | KXLOLTOTALMAPS-26MAY100600HLEDRX-3
different: an academy against its first team
  polymarket | LoL: KT Rolster vs Hanwha Life Esports (BO3) - LCK Rounds 1-2 | LoL: KT Rolster vs Hanwha Life Esports - Game 2 Winner | KT Rolster / Hanwha Life Esports | 2026-05-12T08:00Z | lol-kt-hle-2026-05-12-game2
  kalshi | KT Rolster Challengers vs. Hanwha Life Esports Challengers: Map 2 | Will Hanwha Life Esports Challengers win map 2 in the KT Rolster Challengers vs. Hanwha Life Esports Challengers match? | Hanwha Life Esports Challengers | 2026-05-26T08:00Z | KXLOLMAP-26MAY120400KTCHLE-2-HLE
different: a team of two games
  polymarket | Counter-Strike: 5star vs FlyQuest (BO3) - Asian Champions League Group A | Counter-Strike: 5star vs FlyQuest (BO3) - Asian Champions League Group A | 5star / FlyQuest | 2026-05-12T08:00Z | cs2-5star-fly-2026-05-12
  kalshi | FlyQuest vs. Cloud9 | Will FlyQuest win the FlyQuest vs. Cloud9 League of Legends match? | FlyQuest | 2026-05-24T20:00Z | KXLOLGAME-26MAY101600FLYC9-FLY
different: rounds of a fight against the method
  polymarket | UFC Fight Night: Daniel Barez vs. Luis Gurule (Flyweight, Prelims) | Will Luis Gurule win by KO or TKO? | | 2026-05-17T00:00Z | ufc-dan9-lui12-2026-05-16-ko-tko-lui12
  kalshi | Daniel Barez vs. Luis Gurule: Round of Victory | Will Luis Gurule win the Daniel Barez vs. Luis Gurule UFC fight in Round 1 | Luis Gurule in Round 1 | 2026-05-30T22:00Z | KXUFCVICROUND-26MAY16BARGUR-GUR1
different: another weight
  polymarket | Who will be UFC Flyweight champion at the end of 2026? | Will Petr Yan be the UFC Flyweight Champion on December 31, 2026? | Petr Yan | 2026-12-31T00:00Z | will-petr-yan-be-the-ufc-flyweight-champion-on-december-31-2026
  kalshi | UFC Bantamweight Title Holder on Dec 31, 2026? | Who will be the Bantamweight Title Holder on Dec 31, 2026? | Petr Yan | 2026-12-31T15:00Z | KXUFCBANTAMWEIGHTTITLE-26-PYAN
different: most runs against sixty home runs
  polymarket | MLB: Runs Leader | Will Juan Soto lead the MLB in runs for the 2026 regular season? | Juan Soto | 2026-09-28T00:00Z | will-juan-soto-lead-the-mlb-in-runs-for-the-2026-regular-season
  kalshi | Pro Baseball: 60+ Home Run Season | Will Juan Soto record 60+ home runs during 2026 Pro Baseball regular season? | Juan Soto | 2026-10-03T15:00Z | KXMLBSEASONHR-26C60-JSOTO22
different: most valuable against a season of home runs
  polymarket | MLB: 2026 AL MVP | Will Aaron Judge win the 2026 American League MVP Award? | Aaron Judge | 2026-11-13T00:00Z | will-aaron-judge-win-the-2026-american-league-mvp-award
  kalshi | Pro Baseball: 60+ Home Run Season | Will Aaron Judge record 60+ home runs during 2026 Pro Baseball regular season? | Aaron Judge | 2026-10-03T15:00Z | KXMLBSEASONHR-26C60-AJUDGE99
different: games of a series against its score
  polymarket | NHL Playoffs: Ducks vs. Golden Knights Total Games O/U 5.5 | NHL Playoffs: Ducks vs. Golden Knights Total Games O/U 5.5 | Over / Under | 2026-05-23T00:00Z | nhl-playoffs-ducks-vs-golden-knights-total-games-ou-5pt5
  kalshi | Series Exact Score: Vegas Golden Knights vs Anaheim Ducks | Will Vegas Golden Knights win 4-1 in the Vegas Golden Knights vs Anaheim Ducks 2nd Round series in the 2026 NHL Playoffs? | VGK wins 4-1 | 2026-06-02T14:00Z | KXNHLSERIESSCORE-26VGKANAR2-VGK41
different: a series against a game of it
  polymarket | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | NHL Playoffs: Who Will Win Series? - Ducks vs. Golden Knights | Ducks / Golden Knights | 2026-05-23T00:00Z | nhl-playoffs-who-will-win-series-ducks-vs-golden-knights
  kalshi | Game 4: Vegas at Anaheim | Vegas at Anaheim Winner? | Anaheim | 2026-05-24T02:00Z | KXNHLGAME-26MAY10VGKANA-ANA
different: a group of countries against its winner
  polymarket | FIFA World Cup Group A Winner | Will Mexico win Group A in the 2026 FIFA World Cup? | Mexico | 2026-06-27T00:00Z | will-mexico-win-group-a-in-the-2026-fifa-world-cup
  kalshi | Group to Win the World Cup | Will a team from Group A win the 2026 Men's FIFA World Cup? | Group A | 2026-08-03T14:00Z | KXWCGROUPWINNER-26-A
different: a ticket against a nominee
  polymarket | 2028 Democratic presidential nominee | Will Andy Beshear win the 2028 Democratic presidential nomination? | Andy Beshear | 2028-11-07T00:00Z | will-andy-beshear-win-the-2028-democratic-presidential-nomination
  kalshi | | Will Gavin Newsom and Andy Beshear be the 2028 Democratic Presidential ticket? | Newsom and Beshear | 2028-11-07T15:00Z | KXDTICKET-28NOV07-GNEWABES
different: president against nominee
  polymarket | Presidential Election Winner 2028 | Will Alexandria Ocasio-Cortez win the 2028 US Presidential Election? | Alexandria Ocasio-Cortez | 2028-11-07T00:00Z | will-alexandria-ocasio-cortez-win-the-2028-us-presidential-election
  kalshi | | Will Alexandria Ocasio-Cortez be the Democratic Presidential nominee in 2028? | Alexandria Ocasio-Cortez | 2028-11-07T15:00Z | KXPRESNOMD-28-AOC
different: to run against to be nominated
  polymarket | 2028 Democratic presidential nominee | Will Andy Beshear win the 2028 Democratic presidential nomination? | Andy Beshear | 2028-11-07T00:00Z | will-andy-beshear-win-the-2028-democratic-presidential-nomination
  kalshi | | Who will run for the Democratic presidential nomination in 2028? | Andy Beshear | 2028-11-07T15:00Z | KX2028DRUN-28-ABES
different: a role of another name in a film
  polymarket | | Tom Holland announced as next James Bond? | | 2026-12-31T00:00Z | tom-holland-announced-as-next-james-bond
  kalshi | | Will Tom Holland perform as Q in the next James Bond film? | Tom Holland | 2030-01-01T15:00Z | KXPERFORMROLE007-Q-TOM
different: two countries of one continent
  polymarket | | Will South Africa win the 2026 FIFA World Cup? | | 2026-07-20T00:00Z | will-south-africa-win-the-2026-fifa-world-cup
  kalshi | | Will the South Korea win the 2026 Men's World Cup? | South Korea | 2026-08-03T14:00Z | KXMENWORLDCUP-26-KR
different: a margin of votes against the seat
  polymarket | Connecticut Governor Election Winner | Will the Democrats win the Connecticut governor race in 2026? | Democrats | 2026-11-03T00:00Z | will-the-democrats-win-the-connecticut-governor-race-in-2026
  kalshi | Connecticut Governor margin of victory | Will the margin of victory for Republicans in the governor election in Connecticut be at least 11 percentage points? | At least 11 | 2027-11-03T15:00Z | KXMIDTERMMOV-CTGOVR-P11
different: another line of launches
  polymarket | How many SpaceX launches in 2026? | Will SpaceX have between 100-119 launches in 2026? | 100-119 | 2026-12-31T00:00Z | will-spacex-have-between-100-119-launches-in-2026
  kalshi | How many launches will SpaceX have in 2026? | How many launches will SpaceX have in 2026? | Above 190 | 2026-12-31T15:00Z | KXSPACEXCOUNT-26B-190
different: another cut
  polymarket | Fed decision in June? | Will the Fed decrease interest rates by 25 bps after the June 2026 meeting? | 25 bps decrease | 2026-06-17T00:00Z | will-the-fed-decrease-interest-rates-by-25-bps-after-the-june-2026-meeting
  kalshi | Fed decision in Jun 2026? | Will the Federal Reserve Cut rates by >25bps at their June 2026 meeting? | Cut >25bps | 2026-06-17T17:59Z | KXFEDDECISION-26JUN-C26
different: another meeting
  polymarket | Fed decision in June? | Will there be no change in Fed interest rates after the June 2026 meeting? | No change | 2026-06-17T00:00Z | will-there-be-no-change-in-fed-interest-rates-after-the-june-2026-meeting
  kalshi | Fed decision in Jul 2026? | Will the Federal Reserve Hike rates by 0bps at their July 2026 meeting? | Fed maintains rate | 2026-07-29T17:59Z | KXFEDDECISION-26JUL-H0
different: any cut against one of 25
  polymarket | Bank of Russia decision in June? | Will the Bank of Russia increase the key rate after the June Meeting? | Increase | 2026-06-19T00:00Z | will-the-bank-of-russia-increase-the-key-rate-after-the-june-meeting
  kalshi | Bank of Russia rate decision in June | Will the Bank of Russia Cut 25bps at the June Bank of Russia Board of Directors’ key rate meeting? | Cut 25bps | 2026-06-19T10:00Z | KXCBDECISIONRUSSIA-26JUN19-C25
different: another hour
  polymarket | Ethereum Up or Down - May 10, 9:35AM-9:40AM ET | Ethereum Up or Down - May 10, 9:35AM-9:40AM ET | Up / Down | 2026-05-10T13:40Z | eth-updown-5m-1778420100
  kalshi | Ethereum price on May 10, 2026 at 5pm EDT? | Ethereum price at May 10, 2026 at 5pm EDT? | $2,320 or above | 2026-05-10T21:00Z | KXETHD-26MAY1017-T2319.99
different: up or down of two periods
  limitless | | BTC Up or Down - 15 mins | Up / Down | 2026-05-10T09:30Z |
  polymarket | Bitcoin Up or Down - May 10, 5:15AM-5:20AM ET | Bitcoin Up or Down - May 10, 5:15AM-5:20AM ET | Up / Down | 2026-05-10T09:20Z | btc-updown-5m-1778404500
different: another player's next team
  polymarket | NBA: Giannis Antetokounmpo Next Team | Will Giannis Antetokounmpo play for the Chicago Bulls in 2026-27? | Chicago Bulls | 2026-11-03T00:00Z | will-giannis-antetokounmpo-play-for-the-chicago-bulls-in-2026-27
  kalshi | Kawhi Leonard's Next Team | What will be Kawhi Leonard's next team? | Chicago | 2026-10-21T14:00Z | KXNEXTTEAMNBA-26KLEONARD2-CHI
different: a market's close against its high
  limitless | | What will NVIDIA (NVDA) hit in May 2026?: above $224 | above $224 | 2026-05-31T00:00Z |
  polymarket | NVIDIA (NVDA) closes above ___ on May 11? | Will NVIDIA (NVDA) close above $220 on May 11? | $220 | 2026-05-11T20:00Z | nvda-close-above-220-on-may-11-2026
different: contributions against goals
  limitless | | UEFA Champions League: Top Scorer: Gabriel Martinelli | Gabriel Martinelli | 2026-05-30T00:00Z |
  polymarket | UEFA Champions League: Most Goal Contributions | Will Gabriel Martinelli have the most goal contributions in the 2025-26 Champions League? | Gabriel Martinelli | 2026-05-31T00:00Z | will-gabriel-martinelli-have-the-most-goal-contributions-in-the-2025-26-champions-league
different: another token
  limitless | | Puffpaw FDV above $300M one day after launch? | | 2026-12-31T23:59Z |
  polymarket | Probable FDV above ___ one day after launch? | Probable FDV above $300M one day after launch? | $300M | 2027-12-31T23:59Z | probable-fdv-above-300m-one-day-after-launch
different: to play against to be in the squad
  limitless | | Will Neymar play in the 2026 FIFA World Cup? | | 2026-07-19T00:00Z |
  polymarket | 2026 FIFA World Cup: Player to make Brazil Squad | Will Endrick be included in Brazil's official 2026 World Cup squad list? | Endrick | 2026-06-02T00:00Z | will-endrick-be-included-in-brazils-official-2026-world-cup-squad-list
different: two clubs of one city
  limitless | | Ligue 1, Nice vs Metz, May 17, 2026: Draw | Draw | 2026-05-17T19:00Z |
  polymarket | Paris FC vs. Paris Saint-Germain FC | Will Paris FC vs. Paris Saint-Germain FC end in a draw? | Draw (Paris FC vs. Paris Saint-Germain FC) | 2026-05-17T19:00Z | fl1-pfc-psg-2026-05-17-draw
different: another match on the same day
  limitless | | BUNDL, Werder Bremen vs Borussia Dortmund, May 16, 2026: Borussia Dortmund | Borussia Dortmund | 2026-05-16T13:30Z |
  polymarket | Borussia Mönchengladbach vs. TSG 1899 Hoffenheim | Will Borussia Mönchengladbach win on 2026-05-16? | Borussia Mönchengladbach | 2026-05-16T13:30Z | bun-mgl-hof-2026-05-16-mgl
reversed: at most and above
  limitless | | May Unemployment Rate: ≤3.9% | ≤3.9% | 2026-06-05T12:00Z |
  kalshi | Unemployment in May 2026 | Will the unemployment rate (U-3) be above 3.9% in May? | Above 3.9% | 2026-06-05T12:25Z | KXU3-26MAY-T3.9
different: points of the second half
  polymarket | Spurs vs. Timberwolves | Spread: Timberwolves (-1.5) | Timberwolves / Spurs | 2026-05-16T01:30Z | nba-sas-min-2026-05-15-spread-home-1pt5
  kalshi | San Antonio vs Minnesota: Second Half Spread | Will Minnesota win the 2H by over 1.5 points? | Minnesota wins the 2H by over 1.5 points | 2026-05-29T01:30Z | KXNBA2HSPREAD-26MAY15SASMIN-MIN1
different: the odd and even of a score
  polymarket | Spurs vs. Timberwolves | Spurs vs. Timberwolves: Odd/Even Score | Odd / Even | 2026-05-16T01:30Z | nba-sas-min-2026-05-15-odd-even
  kalshi | San Antonio at Minnesota | San Antonio at Minnesota Winner? | San Antonio | 2026-05-29T01:30Z | KXNBAGAME-26MAY15SASMIN-SAS
different: turnout of a district against the seat
  polymarket | IL-14 House Election Winner | Will the Democratic Party win the IL-14 House seat? | Democratic Party | 2026-11-03T00:00Z | will-the-democratic-party-win-the-il-14-house-seat
  kalshi | Illinois 14 House General Election: voter turnout | Will the total vote count for all participants in Illinois 14 House General Election be above 250000? | Above 250,000 | 2027-11-03T15:00Z | KXMIDTERMVOTETURN-IL14-250000
`)
