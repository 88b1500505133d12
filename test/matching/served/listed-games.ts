import { readServedPairs } from '../support/served.js'

/** Bets on games of leagues with cities and nicknames, as two venues list them. */
export const servedListedGames = readServedPairs(`
same: moneyline, cities against nicknames
  polymarket | Grizzlies vs. Lakers | Grizzlies vs. Lakers | Grizzlies / Lakers | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04
  kalshi | | Memphis at Los Angeles L Winner? | Memphis | 2026-01-19T02:30Z | KXNBAGAME-26JAN04MEMLAL-MEM
different: moneyline of one team against the spread of the other
  polymarket | Grizzlies vs. Lakers | Grizzlies vs. Lakers | Grizzlies / Lakers | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04
  kalshi | Memphis at Los Angeles L: Spread | Los Angeles L wins by over 3.5 Points? | Los Angeles L wins by over 3.5 Points | 2026-01-19T02:30Z | KXNBASPREAD-26JAN04MEMLAL-LAL3
same: spread
  polymarket | Grizzlies vs. Lakers | Spread: Lakers (-3.5) | Lakers / Grizzlies | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-spread-home-3pt5
  kalshi | Memphis at Los Angeles L: Spread | Los Angeles L wins by over 3.5 Points? | Los Angeles L wins by over 3.5 Points | 2026-01-19T02:30Z | KXNBASPREAD-26JAN04MEMLAL-LAL3
different: spread against total
  polymarket | Grizzlies vs. Lakers | Spread: Lakers (-3.5) | Lakers / Grizzlies | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-spread-home-3pt5
  kalshi | | Grizzlies at Lakers: Total Points | Over 245.5 points scored | 2026-01-19T02:30Z | KXNBATOTAL-26JAN04MEMLAL-245
same: total points
  polymarket | Grizzlies vs. Lakers | Grizzlies vs. Lakers: O/U 245.5 | Over / Under | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-total-245pt5
  kalshi | | Memphis at Los Angeles L: Total Points | Over 245.5 points scored | 2026-01-19T02:30Z | KXNBATOTAL-26JAN04MEMLAL-245
different: total of the first half against the game
  polymarket | Grizzlies vs. Lakers | Grizzlies vs. Lakers: 1H O/U 123.5 | Over / Under | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-1h-total-123pt5
  kalshi | | Memphis at Los Angeles L: Total Points | Over 245.5 points scored | 2026-01-19T02:30Z | KXNBATOTAL-26JAN04MEMLAL-245
different: moneyline of the first half against the game
  polymarket | Grizzlies vs. Lakers | Grizzlies vs. Lakers: 1H Moneyline | Grizzlies / Lakers | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-1h-moneyline
  kalshi | | Memphis at Los Angeles L Winner? | Memphis | 2026-01-19T02:30Z | KXNBAGAME-26JAN04MEMLAL-MEM
different: spread of the first half against the game
  polymarket | Grizzlies vs. Lakers | 1H Spread: Lakers (-2.5) | Lakers / Grizzlies | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-1h-spread-home-2pt5
  kalshi | Memphis at Los Angeles L: Spread | Los Angeles L wins by over 2.5 Points? | Los Angeles L wins by over 2.5 Points | 2026-01-19T02:30Z | KXNBASPREAD-26JAN04MEMLAL-LAL2
same: points of a player, over 23.5 and 24+
  polymarket | Grizzlies vs. Lakers | LeBron James: Points Over 23.5 | LeBron James: Points Over 23.5 | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-points-lebron-james-23pt5
  kalshi | Memphis at Los Angeles L: Points | LeBron James: 24+ points | LeBron James: 24+ | 2026-01-19T02:30Z | KXNBAPTS-26JAN04MEMLAL-LALLJAMES23-24
subset: points over 34.5 against 30+
  polymarket | Grizzlies vs. Lakers | Luka Dončić: Points Over 34.5 | Luka Dončić: Points Over 34.5 | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-points-luka-doncic-34pt5
  kalshi | Memphis at Los Angeles L: Points | Luka Doncic: 30+ points | Luka Doncic: 30+ | 2026-01-19T02:30Z | KXNBAPTS-26JAN04MEMLAL-LALLDONCIC77-30
different: assists against points
  polymarket | Grizzlies vs. Lakers | Luka Dončić: Assists Over 8.5 | Luka Dončić: Assists Over 8.5 | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-assists-luka-doncic-8pt5
  kalshi | Memphis at Los Angeles L: Rebounds | Luka Doncic: 9+ rebounds | Luka Doncic: 9+ | 2026-01-19T02:30Z | KXNBAREB-26JAN04MEMLAL-LALLDONCIC77-9
same: rebounds, over 8.5 and 9+
  polymarket | Grizzlies vs. Lakers | Deandre Ayton: Rebounds Over 8.5 | Deandre Ayton: Rebounds Over 8.5 | 2026-01-05T05:20Z | nba-mem-lal-2026-01-04-rebounds-deandre-ayton-8pt5
  kalshi | Memphis at Los Angeles L: Rebounds | Deandre Ayton: 9+ rebounds | Deandre Ayton: 9+ | 2026-01-19T02:30Z | KXNBAREB-26JAN04MEMLAL-LALDAYTON5-9
different: another game of the same teams' season (other day)
  polymarket | Suns vs. Grizzlies | Suns vs. Grizzlies | Suns / Grizzlies | 2026-01-08T03:40Z | nba-phx-mem-2026-01-07
  kalshi | | Phoenix at Memphis Winner? | Memphis | 2026-03-30T02:30Z | KXNBAGAME-26MAR15PHXMEM-MEM
different: another team of Los Angeles
  polymarket | Warriors vs. Clippers | Warriors vs. Clippers | Warriors / Clippers | 2026-01-06T05:40Z | nba-gsw-lac-2026-01-05
  kalshi | | Golden State at Los Angeles L Winner? | Golden State | 2026-01-20T03:00Z | KXNBAGAME-26JAN05GSWLAL-GSW
subset: spread against moneyline
  polymarket | Suns vs. Grizzlies | Spread: Suns (-5.5) | Suns / Grizzlies | 2026-01-08T03:40Z | nba-phx-mem-2026-01-07-spread-away-5pt5
  kalshi | | Phoenix at Memphis Winner? | Phoenix | 2026-01-22T01:00Z | KXNBAGAME-26JAN07PHXMEM-PHX
different: another line
  polymarket | Suns vs. Grizzlies | Suns vs. Grizzlies: O/U 226.5 | Over / Under | 2026-01-08T03:40Z | nba-phx-mem-2026-01-07-total-226pt5
  kalshi | | Phoenix at Memphis: Total Points | Over 231.5 points scored | 2026-01-22T01:00Z | KXNBATOTAL-26JAN07PHXMEM-231
same: WNBA game, the long Kalshi form
  polymarket | Las Vegas Aces vs. New York Liberty | Aces vs. Liberty | Aces / Liberty | 2026-08-09T19:10Z | wnba-las-nyl-2026-08-09
  kalshi | Las Vegas vs New York women's Pro Basketball game | Las Vegas vs New York women's Pro Basketball game: New York wins? | New York | 2026-08-11T16:30Z | KXWNBAGAME-26AUG09LVNY-NY
same: WNBA total, the long Kalshi form
  polymarket | Las Vegas Aces vs. Minnesota Lynx | Aces vs. Lynx: O/U 182.5 | Over / Under | 2026-08-08T19:30Z | wnba-las-min-2026-08-08-total-182pt5
  kalshi | Las Vegas vs Minnesota: Total Points | Las Vegas vs Minnesota women's Pro Basketball game: Over 182.5 points? | Over 182.5 points scored | 2026-08-10T17:00Z | KXWNBATOTAL-26AUG08LVMIN-183
different: WNBA total, another line
  polymarket | Las Vegas Aces vs. Minnesota Lynx | Aces vs. Lynx: O/U 168.5 | Over / Under | 2026-08-08T19:30Z | wnba-las-min-2026-08-08-total-168pt5
  kalshi | | Las Vegas wins the game by over 12.5 points? | Las Vegas wins by over 12.5 points | 2026-08-10T17:00Z | KXWNBASPREAD-26AUG08LVMIN-LV13
same: WNBA spread
  polymarket | Las Vegas Aces vs. New York Liberty | Spread: Liberty (-12.5) | Liberty / Aces | 2026-08-09T19:10Z | wnba-las-nyl-2026-08-09-spread-home-12pt5
  kalshi | Las Vegas vs New York: Spread | New York wins the game by over 12.5 points? | New York wins by over 12.5 points | 2026-08-11T16:30Z | KXWNBASPREAD-26AUG09LVNY-NY13
subset: WNBA spread against the game
  polymarket | Las Vegas Aces vs. New York Liberty | Spread: Liberty (-12.5) | Liberty / Aces | 2026-08-09T19:10Z | wnba-las-nyl-2026-08-09-spread-home-12pt5
  kalshi | Las Vegas vs New York women's Pro Basketball game | Las Vegas vs New York women's Pro Basketball game: New York wins? | New York | 2026-08-11T16:30Z | KXWNBAGAME-26AUG09LVNY-NY
same: NFL game, the long Kalshi form
  polymarket | Cowboys vs. Giants | Cowboys vs. Giants | Cowboys / Giants | 2026-09-14T03:40Z | nfl-dal-nyg-2026-09-13
  kalshi | Dallas vs New York G | Will New York G win the Dallas vs New York G Pro Football game? | New York G | 2026-09-16T00:20Z | KXNFLGAME-26SEP13DALNYG-NYG
same: NFL game
  polymarket | Commanders vs. Eagles | Commanders vs. Eagles | Commanders / Eagles | 2026-09-13T23:40Z | nfl-was-phi-2026-09-13
  kalshi | Washington vs Philadelphia | Will Washington win the Washington vs Philadelphia Pro Football game? | Washington | 2026-09-15T20:25Z | KXNFLGAME-26SEP13WASPHI-WAS
different: Giants against Jets
  polymarket | Cowboys vs. Giants | Cowboys vs. Giants | Cowboys / Giants | 2026-09-14T03:40Z | nfl-dal-nyg-2026-09-13
  kalshi | Dallas vs New York J | Will New York J win the Dallas vs New York J Pro Football game? | New York J | 2026-09-16T00:20Z | KXNFLGAME-26SEP13DALNYJ-NYJ
same: NFL total
  polymarket | Panthers vs. Falcons | Panthers vs. Falcons: O/U 44.5 | Over / Under | 2026-09-20T17:00Z | nfl-car-atl-2026-09-20-total-44pt5
  kalshi | Carolina vs Atlanta: Total Points | Full Game: over 44.5 points scored? | Over 44.5 points scored | 2026-09-22T17:00Z | KXNFLTOTAL-26SEP20CARATL-45
different: total of the game against a team's total
  polymarket | Panthers vs. Falcons | Panthers vs. Falcons: O/U 24.5 | Over / Under | 2026-09-20T17:00Z | nfl-car-atl-2026-09-20-total-24pt5
  kalshi | Carolina vs Atlanta: Team Total | Atlanta: over 24.5 points scored? | Atlanta over 24.5 points scored | 2026-09-22T17:00Z | KXNFLTEAMTOTAL-26SEP20CARATL-ATL25
different: first half total against the game
  polymarket | Panthers vs. Falcons | Panthers vs. Falcons: 1H O/U 21.5 | Over / Under | 2026-09-20T17:00Z | nfl-car-atl-2026-09-20-1h-total-21pt5
  kalshi | Carolina vs Atlanta: Total Points | Full Game: over 21.5 points scored? | Over 21.5 points scored | 2026-09-22T17:00Z | KXNFLTOTAL-26SEP20CARATL-22
different: anytime touchdown against the first
  polymarket | Vikings vs. Bears | Jordan Addison: Anytime Touchdown | Jordan Addison: Anytime Touchdown | 2026-09-20T20:30Z | nfl-min-chi-2026-09-20-anytime-touchdowns-jordan-addison
  kalshi | Minnesota vs Chicago: First Touchdown | Will Jordan Addison score the first touchdown? | Jordan Addison | 2026-09-22T17:00Z | KXNFLFIRSTTD-26SEP20MINCHI-MINJADDISON3
same: anytime touchdown
  polymarket | Jets vs. Bears | Kyle Monangai: Anytime Touchdown | Kyle Monangai: Anytime Touchdown | 2026-10-04T20:30Z | nfl-nyj-chi-2026-10-04-anytime-touchdowns-kyle-monangai
  kalshi | New York J vs Chicago: Anytime Touchdown Scorer | Kyle Monangai: 1+ touchdowns | Kyle Monangai: 1+ | 2026-10-06T17:00Z | KXNFLTD-26OCT04NYJCHI-CHIKMONANGAI25-1
different: receiving yards against receptions
  polymarket | Eagles vs. Bears | Colston Loveland: Receiving Yards O/U 32.5 | Over / Under | 2026-09-29T03:30Z | nfl-phi-chi-2026-09-28-receiving-yards-colston-loveland-32pt5
  kalshi | Philadelphia vs Chicago: Receptions | Colston Loveland: 4+ receptions | Colston Loveland: 4+ | 2026-09-30T00:15Z | KXNFLREC-26SEP28PHICHI-CHICLOVELAND84-4
same: receiving yards, O/U 24.5 and 25+
  polymarket | Eagles vs. Bears | D'Andre Swift: Receiving Yards O/U 24.5 | Over / Under | 2026-09-29T03:30Z | nfl-phi-chi-2026-09-28-receiving-yards-dandre-swift-24pt5
  kalshi | Philadelphia vs Chicago: Receiving Yards | D'Andre Swift: 25+ receiving yards | D'Andre Swift: 25+ | 2026-09-30T00:15Z | KXNFLRECYDS-26SEP28PHICHI-CHIDSWIFT4-25
different: rushing yards against receiving yards
  polymarket | Eagles vs. Bears | D'Andre Swift: Rushing Yards O/U 49.5 | Over / Under | 2026-09-29T03:30Z | nfl-phi-chi-2026-09-28-rushing-yards-dandre-swift-49pt5
  kalshi | Philadelphia vs Chicago: Receiving Yards | D'Andre Swift: 50+ receiving yards | D'Andre Swift: 50+ | 2026-09-30T00:15Z | KXNFLRECYDS-26SEP28PHICHI-CHIDSWIFT4-50
same: college game
  polymarket | LSU vs. Ole Miss | LSU vs. Ole Miss | LSU / Ole Miss | 2026-09-20T03:00Z | cfb-lsu-miss-2026-09-19
  kalshi | LSU vs Ole Miss | Will LSU win the LSU vs Ole Miss college football game? | LSU | 2026-09-21T23:30Z | KXNCAAFGAME-26SEP19LSUMISS-LSU
different: men's against women's college basketball, same colleges and day
  polymarket | LSU vs. Ole Miss | LSU vs. Ole Miss | LSU / Ole Miss | 2026-01-18T03:00Z | cbb-lsu-miss-2026-01-17
  kalshi | | LSU at Ole Miss Winner? | LSU | 2026-02-01T03:00Z | KXNCAAWBGAME-26JAN17LSUMISS-LSU
different: college basketball against football, same colleges
  polymarket | Miami vs. Indiana | Miami vs. Indiana | Miami / Indiana | 2026-01-20T05:00Z | cbb-mia-ind-2026-01-19
  kalshi | | Miami (FL) at Indiana Winner? | Miami (FL) | 2026-02-03T00:30Z | KXNCAAFGAME-26JAN19MIAIND-MIA
different: Miami of Florida against Miami of Ohio
  polymarket | Miami (OH) vs. Ohio | Miami (OH) vs. Ohio | Miami (OH) / Ohio | 2026-01-20T02:00Z | cbb-miaoh-ohio-2026-01-19
  kalshi | | Miami (FL) at Ohio Winner? | Miami (FL) | 2026-02-03T00:30Z | KXNCAAMBGAME-26JAN19MIAOHIO-MIA
same: MLB game
  polymarket | Atlanta Braves vs. New York Yankees | Atlanta Braves vs. New York Yankees | Atlanta Braves / New York Yankees | 2026-08-09T21:00Z | mlb-atl-nyy-2026-08-09
  kalshi | | Atlanta vs New York Y Winner? | Atlanta | 2026-08-12T17:35Z | KXMLBGAME-26AUG091335ATLNYY-ATL
different: the next day's game of the same series
  polymarket | Los Angeles Angels vs. Miami Marlins | Los Angeles Angels vs. Miami Marlins | Los Angeles Angels / Miami Marlins | 2026-08-08T22:54Z | mlb-laa-mia-2026-08-08
  kalshi | | Los Angeles A vs Miami Winner? | Los Angeles A | 2026-08-09T20:39Z | KXMLBGAME-26AUG091340LAAMIA-LAA
same: MLB total
  polymarket | Baltimore Orioles vs. Texas Rangers | Baltimore Orioles vs. Texas Rangers: O/U 8.5 | Over / Under | 2026-08-09T21:40Z | mlb-bal-tex-2026-08-09-total-8pt5
  kalshi | | Baltimore vs Texas Total Runs? | Over 8.5 runs scored | 2026-08-12T18:35Z | KXMLBTOTAL-26AUG091435BALTEX-9
different: another line
  polymarket | Baltimore Orioles vs. Texas Rangers | Baltimore Orioles vs. Texas Rangers: O/U 8.5 | Over / Under | 2026-08-09T21:40Z | mlb-bal-tex-2026-08-09-total-8pt5
  kalshi | | Baltimore vs Texas Total Runs? | Over 11.5 runs scored | 2026-08-12T18:35Z | KXMLBTOTAL-26AUG091435BALTEX-12
same: MLB run line
  polymarket | Athletics vs. Boston Red Sox | Spread: Boston Red Sox (-1.5) | Boston Red Sox / Athletics | 2026-08-09T20:40Z | mlb-ath-bos-2026-08-09-spread-home-1pt5
  kalshi | A's vs Boston: Spread | Boston wins by over 1.5 runs? | Boston wins by over 1.5 runs | 2026-08-12T17:35Z | KXMLBSPREAD-26AUG091335ATHBOS-BOS2
different: first five innings against the game
  polymarket | Detroit Tigers vs. San Francisco Giants | Detroit Tigers vs. San Francisco Giants | Detroit Tigers / San Francisco Giants | 2026-08-09T23:20Z | mlb-det-sf-2026-08-09
  kalshi | | Detroit vs San Francisco: First 5 Innings Winner? | Detroit | 2026-08-12T20:05Z | KXMLBF5-26AUG091605DETSF-DET
different: a run in the first inning against total
  polymarket | Detroit Tigers vs. San Francisco Giants | Detroit Tigers vs. San Francisco Giants: O/U 0.5 1st Inning | Over / Under | 2026-08-09T23:20Z | mlb-det-sf-2026-08-09-nrfi
  kalshi | | Detroit vs San Francisco Total Runs? | Over 8.5 runs scored | 2026-08-12T20:05Z | KXMLBTOTAL-26AUG091605DETSF-9
same: strikeouts, over 5.5 and 6+
  polymarket | Chicago White Sox vs. Detroit Tigers | Anthony Kay: Strikeouts O/U 5.5 | Over / Under | 2026-08-15T20:30Z | mlb-cws-det-2026-08-15-strikeouts-anthony-kay-5pt5
  kalshi | Chicago WS vs Detroit: Strikeouts | Anthony Kay: 6+ strikeouts? | Anthony Kay: 6+ | 2026-08-18T17:10Z | KXMLBKS-26AUG151310CWSDET-CWSAKAY18-6
different: strikeouts of another pitcher
  polymarket | St. Louis Cardinals vs. Chicago Cubs | Matthew Boyd: Strikeouts O/U 5.5 | Over / Under | 2026-08-15T21:30Z | mlb-stl-chc-2026-08-15-strikeouts-matthew-boyd-5pt5
  kalshi | St. Louis vs Chicago C: Strikeouts | Michael McGreevy: 6+ strikeouts? | Michael McGreevy: 6+ | 2026-08-18T18:20Z | KXMLBKS-26AUG151420STLCHC-STLMMCGREEVY36-6
different: White Sox against Cubs
  polymarket | Chicago White Sox vs. Kansas City Royals | Chicago White Sox vs. Kansas City Royals | Chicago White Sox / Kansas City Royals | 2026-08-08T03:00Z | mlb-cws-kc-2026-08-07
  kalshi | | Chicago C vs Kansas City Winner? | Chicago C | 2026-08-08T02:49Z | KXMLBGAME-26AUG072010CHCKC-CHC
same: tennis match
  polymarket | Cincinnati Open: Joao Fonseca vs Ben Shelton | Cincinnati Open: Joao Fonseca vs Ben Shelton | Joao Fonseca / Ben Shelton | 2026-08-09T22:00Z | atp-fonseca-shelton-2026-08-09
  kalshi | | Will Joao Fonseca win the Fonseca vs Shelton: Round Of 16 match? | Joao Fonseca | 2026-08-23T16:30Z | KXATPMATCH-26AUG09FONSHE-FON
different: a set against the match
  polymarket | Cincinnati Open: Joao Fonseca vs Ben Shelton | Set 1 Winner: Fonseca vs Shelton | Fonseca / Shelton | 2026-08-09T22:00Z | atp-fonseca-shelton-2026-08-09-first-set-winner
  kalshi | | Will Joao Fonseca win the Fonseca vs Shelton: Round Of 16 match? | Joao Fonseca | 2026-08-23T16:30Z | KXATPMATCH-26AUG09FONSHE-FON
different: total sets against the match
  polymarket | Toronto: Coco Gauff vs Alina Korneeva | Coco Gauff vs. Alina Korneeva: Total Sets O/U 2.5 | Over / Under | 2026-08-09T22:00Z | wta-gauff-korneev-2026-08-09-set-totals-2pt5
  kalshi | | Will Coco Gauff win the Korneeva vs Gauff: Round Of 16 match? | Coco Gauff | 2026-08-23T16:00Z | KXWTAMATCH-26AUG09KORGAU-GAU
different: the match against the tournament
  polymarket | Toronto: Coco Gauff vs Alina Korneeva | Toronto: Coco Gauff vs Alina Korneeva | Coco Gauff / Alina Korneeva | 2026-08-09T22:00Z | wta-gauff-korneev-2026-08-09
  kalshi | | Will Coco Gauff win the Canadian Open? | Coco Gauff | 2026-08-16T16:00Z | KXWTACANADA-26-GAU
different: men's against women's singles
  polymarket | 2026 Women's US Open Winner | Will Coco Gauff win the 2026 Women's US Open? | Coco Gauff | 2026-09-13T16:00Z | will-coco-gauff-win-the-2026-womens-us-open
  kalshi | | Will Jannik Sinner win the 2026 Men's US Open? | Jannik Sinner | 2026-09-14T16:00Z | KXATPUSO-26-SIN
different: US Open of golf against tennis
  polymarket | US Open Winner | Will Ben Griffin win the 2026 U.S. Open? | Ben Griffin | 2026-06-22T16:00Z | will-ben-griffin-win-the-2026-us-open-golf
  kalshi | | Will Ben Shelton win the 2026 Men's US Open? | Ben Shelton | 2026-09-14T16:00Z | KXATPUSO-26-SHE
same: football draw
  polymarket | Liverpool FC vs. Crystal Palace FC | Will Liverpool FC vs. Crystal Palace FC end in a draw? | Draw (Liverpool FC vs. Crystal Palace FC) | 2026-04-25T16:00Z | epl-liv-cry-2026-04-25-draw
  kalshi | | Liverpool vs Crystal Palace Winner? | Tie | 2026-05-09T14:00Z | KXEPLGAME-26APR25LFCCRY-TIE
same: football team, club forms
  polymarket | Leicester City FC vs. Tottenham Hotspur FC | Will Tottenham Hotspur FC win on 2026-10-03? | Tottenham Hotspur FC | 2026-10-03T16:00Z | efl-lei-tot-2026-10-03-tot
  kalshi | | Leicester vs Tottenham Winner? | Tottenham | 2026-10-17T14:00Z | KXEFLCUPGAME-26OCT03LEITOT-TOT
different: cup tie advance against ninety minutes
  polymarket | Paris Saint-Germain FC vs. FC Bayern München | Will FC Bayern München win on 2026-04-28? | FC Bayern München | 2026-04-28T21:00Z | ucl-psg-bay-2026-04-28-bay
  kalshi | | Will Bayern Munich advance to the UEFA Champions League final? | Bayern Munich | 2026-05-06T21:00Z | KXUCLADVANCE-26SF-BMU
different: reserve team
  polymarket | Real Madrid Castilla vs. CD Lugo | Will Real Madrid Castilla win on 2026-03-15? | Real Madrid Castilla | 2026-03-15T18:00Z | es2-rmc-lug-2026-03-15-rmc
  kalshi | | Real Madrid vs Lugo Winner? | Real Madrid | 2026-03-29T18:00Z | KXCOPADELREYGAME-26MAR15RMALUG-RMA
different: women's football
  polymarket | Arsenal WFC vs. Chelsea FC Women | Will Arsenal WFC win on 2026-01-24? | Arsenal WFC | 2026-01-24T14:00Z | wsl-ars-che-2026-01-24-ars
  kalshi | | Arsenal vs Chelsea Winner? | Arsenal | 2026-02-07T14:00Z | KXEPLGAME-26JAN24ARSCFC-ARS
different: under twenty-one
  polymarket | Spain U21 vs. Italy U21 | Will Spain U21 win on 2026-03-27? | Spain U21 | 2026-03-27T20:00Z | u21-esp-ita-2026-03-27-esp
  kalshi | | Spain vs Italy Winner? | Spain | 2026-04-10T20:00Z | KXINTLFRIENDLYGAME-26MAR27ESPITA-ESP
same: both teams to score, the form of Limitless
  limitless | | USA and Australia both to score? | | 2026-06-20T00:00Z |
  kalshi | USA vs Australia: BTTS | Will both teams score? | Both Teams To Score | 2026-07-03T19:00Z | KXWCBTTS-26JUN19USAAUS-BTTS
different: exact score against the winner
  polymarket | Norway vs. Senegal - Exact Score | Exact Score: Norway 2 - 1 Senegal? | Exact Score: Norway 2 - 1 Senegal? | 2026-06-23T02:00Z | fifwc-nor-sen-2026-06-22-exact-score-2-1
  kalshi | | Norway vs Senegal Winner? | Norway | 2026-07-07T00:00Z | KXWCGAME-26JUN22NORSEN-NOR
different: a side's total whose name is a letter
  polymarket | Athletics vs. Boston Red Sox | Athletics vs. Boston Red Sox: O/U 5.5 | Over / Under | 2026-09-02T02:40Z | mlb-ath-bos-2026-09-01-total-5pt5
  kalshi | A's vs Boston: Team Total | A's: over 5.5 runs scored? | A's over 5.5 runs scored | 2026-09-15T02:00Z | KXMLBTEAMTOTAL-26SEP011905ATHBOS-ATH6
same: the spread of a team with a number in its name
  polymarket | Thunder vs. 76ers | Spread: 76ers (-1.5) | 76ers / Thunder | 2026-03-02T02:40Z | nba-okc-phi-2026-03-01-spread-home-1pt5
  kalshi | Oklahoma City at Philadelphia: Spread | Philadelphia wins by over 1.5 Points? | Philadelphia wins by over 1.5 Points | 2026-03-15T02:00Z | KXNBASPREAD-26MAR01OKCPHI-PHI1
same: the spread of a team with the name of something that is counted
  polymarket | Aces vs. Liberty | Spread: Aces (-1.5) | Aces / Liberty | 2026-09-02T02:40Z | wnba-las-nyl-2026-09-01-spread-away-1pt5
  kalshi | Las Vegas vs New York: Spread | Las Vegas wins the game by over 1.5 points? | Las Vegas wins by over 1.5 points | 2026-09-15T02:00Z | KXWNBASPREAD-26SEP01LVNY-LV1
`)
