import { readServedPairs } from '../support/served.js'

/** More bets on one match, of players and of parts: near-misses, and the same in the words of two venues. */
export const servedPlayerBets = readServedPairs(`
different: a hat-trick against a goal
  polymarket | Liverpool FC vs. Chelsea FC - Player Props | Mohamed Salah: Hat-trick | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-hattrick-mohamed-salah
  kalshi | | Mohamed Salah: 1+ goals | Mohamed Salah: 1+ | 2026-12-27T16:30Z | KXEPLGOAL-26DEC13LIVCHE-LIVMSALAH11-1
different: shots against shots on target
  polymarket | Liverpool FC vs. Chelsea FC - Player Props | Mohamed Salah: 3+ shots | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-shots-mohamed-salah-gte3
  kalshi | | Mohamed Salah: 3+ shots on target | Mohamed Salah: 3+ | 2026-12-27T16:30Z | KXEPLSOT-26DEC13LIVCHE-LIVMSALAH11-3
different: goals or assists
  polymarket | Liverpool FC vs. Chelsea FC - Player Props | Mohamed Salah: 1+ goals or assists | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-ga-mohamed-salah
  kalshi | | Mohamed Salah: 1+ goals | Mohamed Salah: 1+ | 2026-12-27T16:30Z | KXEPLGOAL-26DEC13LIVCHE-LIVMSALAH11-1
different: a player's goal in another match
  polymarket | Liverpool FC vs. Chelsea FC - Player Props | Mohamed Salah: 1+ goals | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-goals-mohamed-salah-gte1
  kalshi | | Mohamed Salah: 1+ goals | Mohamed Salah: 1+ | 2026-12-30T20:00Z | KXEPLGOAL-26DEC16LIVEVE-LIVMSALAH11-1
different: yellow cards against red
  polymarket | Liverpool FC vs. Chelsea FC - More Markets | Liverpool FC vs. Chelsea FC: Will there be a red card? | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-red-card
  kalshi | | Chelsea at Liverpool: Total Cards | Over 0.5 cards | 2026-12-27T16:30Z | KXEPLCARDS-26DEC13LIVCHE-0
different: the second half's total
  polymarket | Liverpool FC vs. Chelsea FC - More Markets | Liverpool FC vs. Chelsea FC: 2nd Half O/U 1.5 | Over / Under | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-second-half-total-1pt5
  kalshi | | Chelsea at Liverpool: First Half Totals | Over 1.5 goals scored in the 1st half | 2026-12-27T16:30Z | KXEPL1HTOTAL-26DEC13LIVCHE-1
different: the first goal's minute
  polymarket | Liverpool FC vs. Chelsea FC - More Markets | Liverpool FC vs. Chelsea FC: Goal in the first 15 minutes? | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-early-goal
  kalshi | | Chelsea at Liverpool: Totals | Over 0.5 goals scored | 2026-12-27T16:30Z | KXEPLTOTAL-26DEC13LIVCHE-0
different: no goal against the draw
  polymarket | Liverpool FC vs. Chelsea FC - Exact Score | Exact Score: Liverpool FC 0 - 0 Chelsea FC? | | 2026-12-13T16:30Z | epl-liv-che-2026-12-13-exact-score-0-0
  kalshi | | Chelsea at Liverpool Winner? | Tie | 2026-12-27T16:30Z | KXEPLGAME-26DEC13LIVCHE-TIE
different: the cup of the same clubs on the same day
  polymarket | Liverpool FC vs. Chelsea FC | Will Liverpool FC win on 2026-12-13? | Liverpool FC | 2026-12-13T16:30Z | efl-liv-che-2026-12-13-liv
  kalshi | | Chelsea at Liverpool Winner? | Liverpool | 2026-12-27T16:30Z | KXEPLGAME-26DEC13LIVCHE-LIV
different: the manager sacked against the match
  polymarket | | Will Arne Slot be sacked before Liverpool FC vs. Chelsea FC? | | 2026-12-13T16:30Z |
  kalshi | | Chelsea at Liverpool Winner? | Chelsea | 2026-12-27T16:30Z | KXEPLGAME-26DEC13LIVCHE-CHE
different: a penalty taken against the shootout
  polymarket | Spain vs. Brazil - More Markets | Spain vs. Brazil: Will there be a penalty shootout? | | 2026-07-10T20:00Z | fifwc-esp-bra-2026-07-10-shootout
  kalshi | | Spain vs Brazil: Will a penalty be awarded? | Penalty awarded | 2026-07-24T20:00Z | KXWCPEN-26JUL10ESPBRA
different: ninety minutes against advancing
  polymarket | Spain vs. Brazil | Will Spain win on 2026-07-10? | Spain | 2026-07-10T20:00Z | fifwc-esp-bra-2026-07-10-esp
  kalshi | | Spain vs Brazil: To advance? | Spain advances | 2026-07-24T20:00Z | KXWCADVANCE-26JUL10ESPBRA-ESP
different: total sets against the winner of sets
  polymarket | WTA: Gauff vs Swiatek | Gauff vs Swiatek: Total Sets O/U 2.5 | Over / Under | 2026-11-05T18:00Z | wta-gauff-swiatek-2026-11-05-total-sets-2pt5
  kalshi | | Will Coco Gauff win 2-0 against Iga Swiatek? | Gauff 2-0 | 2026-11-19T18:00Z | KXWTAEXACT-26NOV05GAUSWI-20
different: a tiebreak
  polymarket | WTA: Gauff vs Swiatek | Gauff vs Swiatek: Will there be a tiebreak? | | 2026-11-05T18:00Z | wta-gauff-swiatek-2026-11-05-tiebreak
  kalshi | | Will Coco Gauff win the Gauff vs Swiatek: Semifinal match? | Coco Gauff | 2026-11-19T18:00Z | KXWTAMATCH-26NOV05GAUSWI-GAU
different: doubles of the same names
  polymarket | WTA Doubles: Gauff/Townsend vs Swiatek/Linette | Gauff/Townsend vs Swiatek/Linette | Gauff/Townsend / Swiatek/Linette | 2026-11-05T18:00Z | wta-gauff-swiatek-2026-11-05
  kalshi | | Will Coco Gauff win the Gauff vs Swiatek: Semifinal match? | Coco Gauff | 2026-11-19T18:00Z | KXWTAMATCH-26NOV05GAUSWI-GAU
different: a preseason game against the season's
  polymarket | Packers vs. Bears | Packers vs. Bears | Packers / Bears | 2026-08-20T00:00Z | nfl-gb-chi-2026-08-19
  kalshi | | Green Bay vs Chicago Winner? | Green Bay | 2026-12-20T18:00Z | KXNFLGAME-26DEC20GBCHI-GB
different: college against professional
  polymarket | Houston Cougars vs. Miami Hurricanes | Houston Cougars vs. Miami Hurricanes | Houston Cougars / Miami Hurricanes | 2026-12-05T18:00Z | cfb-hou-mia-2026-12-05
  kalshi | | Houston vs Miami Winner? | Houston | 2026-12-19T18:00Z | KXNFLGAME-26DEC05HOUMIA-HOU
different: men's against women's college basketball
  polymarket | UConn Huskies vs. Duke Blue Devils | UConn Huskies vs. Duke Blue Devils | UConn Huskies / Duke Blue Devils | 2026-12-05T18:00Z | cbb-uconn-duke-2026-12-05
  kalshi | | UConn vs Duke Winner? | UConn | 2026-12-19T18:00Z | KXNCAAWBGAME-26DEC05UCONNDUKE-UCONN
different: the under of a line against its over
  polymarket | Packers vs. Bears - Player Props | Jordan Love: Passing TDs O/U 1.5 | Over / Under | 2026-12-20T18:00Z | nfl-gb-chi-2026-12-20-pass-tds-jordan-love-1pt5
  kalshi | | Jordan Love: 2+ interceptions | Jordan Love: 2+ | 2027-01-03T18:00Z | KXNFLINT-26DEC20GBCHI-GBJLOVE10-2
different: the first to score against the winner
  polymarket | Packers vs. Bears - More Markets | Packers vs. Bears: First Team to Score | Packers / Bears | 2026-12-20T18:00Z | nfl-gb-chi-2026-12-20-first-to-score
  kalshi | | Green Bay vs Chicago Winner? | Green Bay | 2027-01-03T18:00Z | KXNFLGAME-26DEC20GBCHI-GB
different: the coin toss against the winner
  polymarket | Packers vs. Bears - More Markets | Packers vs. Bears: Coin Toss Winner | Packers / Bears | 2026-12-20T18:00Z | nfl-gb-chi-2026-12-20-coin-toss
  kalshi | | Green Bay vs Chicago Winner? | Chicago | 2027-01-03T18:00Z | KXNFLGAME-26DEC20GBCHI-CHI
different: the race to so many points
  polymarket | Packers vs. Bears - More Markets | Packers vs. Bears: Race to 20 Points | Packers / Bears | 2026-12-20T18:00Z | nfl-gb-chi-2026-12-20-race-to-20
  kalshi | | Green Bay at Chicago: Totals | Over 20.5 points scored | 2027-01-03T18:00Z | KXNFLTOTAL-26DEC20GBCHI-20
different: kills of a map against the map
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | LoL: T1 vs Gen.G - Game 1: Total Kills O/U 26.5 | Over / Under | 2026-12-12T08:00Z | lol-t1-gen-2026-12-12-game1-kills-26pt5
  kalshi | | T1 vs. Gen.G: Total maps | Over 3.5 maps | 2026-12-26T08:00Z | KXLOLTOTALMAPS-26DEC12T1GEN-3
different: the exact score of maps
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | LoL: T1 vs Gen.G - Exact Score 3-1 | | 2026-12-12T08:00Z | lol-t1-gen-2026-12-12-score-3-1
  kalshi | | Will T1 win the T1 vs. Gen.G League of Legends match? | T1 | 2026-12-26T08:00Z | KXLOLGAME-26DEC12T1GEN-T1
different: rounds of a map against the map
  polymarket | Valorant: Sentinels vs NRG (BO3) - VCT Americas | Valorant: Sentinels vs NRG - Map 1 Total Rounds O/U 20.5 | Over / Under | 2026-06-12T20:00Z | val-sen-nrg-2026-06-12-game1-rounds-20pt5
  kalshi | | Will Sentinels win map 1 in the Sentinels vs. NRG match? | Sentinels | 2026-06-26T20:00Z | KXVALORANTMAP-26JUN12SENNRG-1-SEN
different: the method of a fight by decision
  polymarket | UFC 330: Topuria vs. Makhachev | Will Topuria vs. Makhachev end by decision? | | 2026-12-12T05:00Z | ufc-330-topuria-makhachev-dec
  kalshi | | Will Ilia Topuria win by decision vs Islam Makhachev? | Topuria by decision | 2026-12-26T05:00Z | KXUFCMOV-26DEC12TOPMAK-TOPDEC
different: the round in which a fight ends
  polymarket | UFC 330: Topuria vs. Makhachev | Will Topuria vs. Makhachev end in Round 2? | | 2026-12-12T05:00Z | ufc-330-topuria-makhachev-r2
  kalshi | | Will Topuria vs Makhachev end in round 3? | Round 3 | 2026-12-26T05:00Z | KXUFCROUNDS-26DEC12TOPMAK-3
different: postponed against played
  polymarket | | Will Dodgers vs. Padres be postponed on September 15? | | 2026-09-16T02:00Z |
  kalshi | | Los Angeles D vs San Diego Winner? | San Diego | 2026-09-30T02:00Z | KXMLBGAME-26SEP15LADSD-SD
different: the winner of the toss in cricket
  polymarket | IPL: Mumbai Indians vs Chennai Super Kings | Mumbai Indians vs Chennai Super Kings - Who wins the toss? | Mumbai Indians / Chennai Super Kings | 2027-04-10T14:00Z | cricipl-mum-che-2027-04-10-toss
  kalshi | | Mumbai Indians vs Chennai Super Kings Winner? | Mumbai Indians | 2027-04-24T14:00Z | KXIPLGAME-27APR10MUMCHE-MUM
different: the home side of another day
  polymarket | Arsenal FC vs. Tottenham Hotspur FC | Will Arsenal FC win on 2026-11-22? | Arsenal FC | 2026-11-22T16:30Z | epl-ars-tot-2026-11-22-ars
  kalshi | | Arsenal at Tottenham Winner? | Arsenal | 2027-03-21T16:30Z | KXEPLGAME-27MAR07TOTARS-ARS
same: the women's league by nicknames
  polymarket | Lynx vs. Wings | Lynx vs. Wings | Lynx / Wings | 2026-08-09T19:00Z | wnba-min-dal-2026-08-09
  kalshi | | Dallas vs Minnesota women's Pro Basketball game: Minnesota wins? | Minnesota | 2026-08-23T19:00Z | KXWNBAGAME-26AUG09DALMIN-MIN
same: the women's total
  polymarket | Aces vs. Lynx | Aces vs. Lynx: O/U 173.5 | Over / Under | 2026-08-08T19:00Z | wnba-lv-min-2026-08-08-total-173pt5
  kalshi | | Las Vegas vs Minnesota women's Pro Basketball game: Over 173.5 points? | Over 173.5 points scored | 2026-08-22T19:00Z | KXWNBATOTAL-26AUG08LVMIN-174
same: a game of letters for a city's two teams
  polymarket | Cowboys vs. Giants | Cowboys vs. Giants | Cowboys / Giants | 2026-09-13T17:00Z | nfl-dal-nyg-2026-09-13
  kalshi | | Will New York G win the Dallas vs New York G Pro Football game? | New York G | 2026-09-27T17:00Z | KXNFLGAME-26SEP13DALNYG-NYG
same: a game of baseball
  polymarket | San Diego Padres vs. Colorado Rockies | San Diego Padres vs. Colorado Rockies | San Diego Padres / Colorado Rockies | 2026-09-16T20:00Z | mlb-sd-col-2026-09-16
  kalshi | | San Diego vs Colorado Winner? | Colorado | 2026-09-30T20:00Z | KXMLBGAME-26SEP161510SDCOL-COL
same: runs in total
  polymarket | Tigers vs. Giants | Tigers vs. Giants: O/U 8.5 | Over / Under | 2026-08-09T20:00Z | mlb-det-sf-2026-08-09-total-8pt5
  kalshi | | Detroit vs San Francisco Total Runs? | Over 8.5 runs scored | 2026-08-23T20:00Z | KXMLBTOTAL-26AUG091605DETSF-9
same: a run line
  polymarket | Athletics vs. Red Sox | Spread: Red Sox (-1.5) | Red Sox / Athletics | 2026-08-09T17:35Z | mlb-ath-bos-2026-08-09-spread-home-1pt5
  kalshi | | Boston wins by over 1.5 runs? | Boston wins by over 1.5 runs | 2026-08-23T17:35Z | KXMLBSPREAD-26AUG091335ATHBOS-BOS2
same: strikeouts
  polymarket | White Sox vs. Tigers - Player Props | Anthony Kay: 5+ strikeouts | | 2026-08-15T17:10Z | mlb-cws-det-2026-08-15-strikeouts-anthony-kay-gte5
  kalshi | | Anthony Kay: 5+ strikeouts? | Anthony Kay: 5+ | 2026-08-29T17:10Z | KXMLBKS-26AUG151310CWSDET-CWSAKAY18-5
same: a tennis match of a round
  polymarket | WTA: Korneeva vs Gauff | Korneeva vs Gauff | Korneeva / Gauff | 2026-08-09T18:00Z | wta-korneeva-gauff-2026-08-09
  kalshi | | Will Coco Gauff win the Korneeva vs Gauff: Round Of 16 match? | Coco Gauff | 2026-08-23T18:00Z | KXWTAMATCH-26AUG09KORGAU-GAU
same: a draw
  polymarket | Portland Timbers vs. San Diego FC | Will Portland Timbers vs. San Diego FC end in a draw? | Draw (Portland Timbers vs. San Diego FC) | 2026-08-19T20:00Z | mls-por-sd-2026-08-19-draw
  kalshi | | Portland vs San Diego FC Winner? | Tie | 2026-09-02T20:00Z | KXMLSGAME-26AUG19PORSD-TIE
same: a city with two clubs
  polymarket | Los Angeles Galaxy vs. San Jose Earthquakes | Will Los Angeles Galaxy win on 2026-08-19? | Los Angeles Galaxy | 2026-08-19T20:00Z | mls-lag-sj-2026-08-19-lag
  kalshi | | Los Angeles G vs San Jose Winner? | Los Angeles G | 2026-09-02T20:00Z | KXMLSGAME-26AUG19LAGSJ-LAG
same: hockey
  polymarket | Maple Leafs vs. Bruins | Maple Leafs vs. Bruins | Maple Leafs / Bruins | 2026-12-06T00:00Z | nhl-tor-bos-2026-12-05
  kalshi | | Toronto at Boston Winner? | Toronto | 2026-12-20T00:00Z | KXNHLGAME-26DEC05TORBOS-TOR
same: a game of Canada
  polymarket | Hamilton Tiger-Cats vs. BC Lions | Spread: Hamilton Tiger-Cats (-7.5) | Hamilton Tiger-Cats / BC Lions | 2026-08-08T23:00Z | cfl-ham-bc-2026-08-08-spread-7pt5
  kalshi | | Hamilton Tiger-Cats wins by over 7.5 points? | Hamilton Tiger-Cats wins by over 7.5 points | 2026-08-22T23:00Z | KXCFLSPREAD-26AUG08HAMBC-HAM8
`)
