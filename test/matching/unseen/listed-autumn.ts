import { readServedPairs } from '../support/served.js'

/** Markets of summer and autumn 2026 that two venues list for one question. */
export const unseenListedAutumn = readServedPairs(`
same: passing yards of a game
  polymarket | Chiefs vs. Broncos | Patrick Mahomes: Passing Yards O/U 249.5 | Over / Under | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-passing-yards-patrick-mahomes-249pt5
  kalshi | Kansas City at Denver: Passing Yards | Patrick Mahomes: 250+ passing yards | Patrick Mahomes: 250+ | 2026-11-30T01:20Z | KXNFLPASSYDS-26NOV15KCDEN-KCPMAHOMES15-250
same: a touchdown
  polymarket | Chiefs vs. Broncos | Travis Kelce: Anytime Touchdown | Travis Kelce: Anytime Touchdown | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-anytime-touchdowns-travis-kelce
  kalshi | Kansas City at Denver: Anytime Touchdown | Travis Kelce: 1+ touchdowns | Travis Kelce: 1+ | 2026-11-30T01:20Z | KXNFLANYTD-26NOV15KCDEN-KCTKELCE87-1
same: total of a first half
  polymarket | Chiefs vs. Broncos | Chiefs vs. Broncos: 1H O/U 21.5 | Over / Under | 2026-11-16T01:20Z | nfl-kc-den-2026-11-15-first-half-totals-21pt5
  kalshi | Kansas City at Denver: First Half Total | Will there be over 21.5 points in the first half? | Over 21.5 1H points scored | 2026-11-30T01:20Z | KXNFL1HTOTAL-26NOV15KCDEN-22
same: winner of a division
  polymarket | Pro Football: AFC West Winner | Will the Denver Broncos win the AFC West in 2026? | Denver Broncos | 2027-01-11T00:00Z | will-the-denver-broncos-win-the-afc-west-in-2026
  kalshi | AFC West Division Winner? | Will Denver win the AFC West? | Denver | 2027-01-25T15:00Z | KXNFLAFCWEST-26-DEN
same: champion of a conference
  polymarket | AFC Champion | Will the Buffalo Bills win the 2026 AFC Championship? | Buffalo Bills | 2027-01-25T00:00Z | will-the-buffalo-bills-win-the-2026-afc-championship
  kalshi | AFC Champion? | Will Buffalo win the AFC Championship? | Buffalo | 2027-02-01T15:00Z | KXNFLAFCCHAMP-27-BUF
same: wins of a season
  polymarket | Pro Football: Chiefs 2026 Win Total | Will the Kansas City Chiefs win 11 or more games in the 2026 regular season? | 10.5+ Wins | 2027-01-11T00:00Z | pro-football-kansas-city-chiefs-2026-win-total-10pt5
  kalshi | Kansas City Wins | Will Kansas City win over 10.5 games in the 2026-27 pro football season? | Over 10.5 wins | 2027-01-25T15:00Z | KXNFLWINS-KC-26-T10
same: offensive rookie
  polymarket | Pro Football: 2026 Offensive Rookie of the Year | Will Jeremiyah Love win the 2026 NFL Offensive Rookie of the Year? | Jeremiyah Love | 2027-02-15T00:00Z | will-jeremiyah-love-win-the-2026-nfl-offensive-rookie-of-the-year
  kalshi | Offensive Rookie of the Year Winner? | Will Jeremiyah Love win OROTY? | Jeremiyah Love | 2028-02-12T15:00Z | KXNFLOROTY-27-JLOV
same: coach of the year
  polymarket | NBA Coach of the Year | Will Mark Daigneault win the 2026–2027 NBA Coach of the Year? | Mark Daigneault | 2027-05-20T00:00Z | will-mark-daigneault-win-the-2026-2027-nba-coach-of-the-year
  kalshi | Pro Basketball Coach of the Year | Will Mark Daigneault win Coach of the Year? | Mark Daigneault | 2027-06-20T14:00Z | KXNBACOY-27-MDAI
same: most improved
  polymarket | NBA Most Improved Player | Will Amen Thompson win the 2026–2027 NBA Most Improved Player? | Amen Thompson | 2027-05-20T00:00Z | will-amen-thompson-win-the-2026-2027-nba-most-improved-player
  kalshi | Pro Basketball Most Improved Player | Will Amen Thompson win the Most Improved Player award? | Amen Thompson | 2027-06-20T14:00Z | KXNBAMIP-27-ATHO
same: three pointers
  polymarket | Warriors vs. Lakers | Stephen Curry: Threes O/U 4.5 | Over / Under | 2026-11-20T03:30Z | nba-gsw-lal-2026-11-19-threes-stephen-curry-4pt5
  kalshi | Golden State at Los Angeles L: Three Pointers | Stephen Curry: 5+ threes | Stephen Curry: 5+ | 2026-12-04T03:30Z | KXNBA3PT-26NOV19GSWLAL-GSWSCURRY30-5
same: a game of hockey between two teams of New York
  polymarket | Rangers vs. Islanders | Rangers vs. Islanders | Rangers / Islanders | 2026-11-22T00:30Z | nhl-nyr-nyi-2026-11-21
  kalshi | New York R at New York I | New York R at New York I Winner? | New York I | 2026-12-05T00:30Z | KXNHLGAME-26NOV21NYRNYI-NYI
same: puck line
  polymarket | Rangers vs. Islanders | Spread: Rangers (-1.5) | Rangers / Islanders | 2026-11-22T00:30Z | nhl-nyr-nyi-2026-11-21-spread-away-1pt5
  kalshi | New York R at New York I: Spread | New York R wins by over 1.5 goals? | New York R wins by over 1.5 goals | 2026-12-05T00:30Z | KXNHLSPREAD-26NOV21NYRNYI-NYR2
same: best defender of a league
  polymarket | NHL: Norris Trophy Winner | Will Cale Makar win the 2026–2027 NHL Norris Memorial Trophy? | Cale Makar | 2027-06-12T00:00Z | nhl-2026-27-norris-trophy-cale-makar
  kalshi | Norris Trophy winner? | Who will win Norris Trophy? | Cale Makar | 2027-06-30T14:00Z | KXNHLNORRIS-27-CMAK
same: presidents' trophy
  polymarket | NHL Presidents' Trophy | Will the Colorado Avalanche win the 2026–27 Presidents' Trophy? | Colorado Avalanche | 2027-04-17T00:00Z | will-the-colorado-avalanche-win-the-2026-27-presidents-trophy
  kalshi | Presidents' Trophy Winner? | Will the Colorado Avalanche win the Presidents' Trophy? | Colorado Avalanche | 2027-05-01T14:00Z | KXNHLPRES-27-COL
same: strikeouts of a pitcher
  polymarket | New York Mets vs. Atlanta Braves | Chris Sale: Strikeouts O/U 7.5 | Over / Under | 2026-08-12T23:15Z | mlb-nym-atl-2026-08-12-strikeouts-chris-sale-7pt5
  kalshi | New York M vs Atlanta: Strikeouts | Chris Sale: 8+ strikeouts? | Chris Sale: 8+ | 2026-08-15T23:15Z | KXMLBKS-26AUG121915NYMATL-ATLCSALE51-8
same: first five innings
  polymarket | New York Mets vs. Atlanta Braves | New York Mets vs. Atlanta Braves: First 5 Innings Winner | New York Mets / Atlanta Braves | 2026-08-12T23:15Z | mlb-nym-atl-2026-08-12-f5-moneyline
  kalshi | New York M vs Atlanta: First 5 Innings | New York M vs Atlanta first 5 innings winner? | Atlanta | 2026-08-15T23:15Z | KXMLBF5-26AUG121915NYMATL-ATL
same: winner of a division of baseball
  polymarket | MLB: NL East Winner | Will the Philadelphia Phillies win the 2026 NL East? | Philadelphia Phillies | 2026-09-28T00:00Z | will-the-philadelphia-phillies-win-the-2026-nl-east
  kalshi | National League East Division Winner | Will Philadelphia win the National League East? | Philadelphia | 2026-10-12T14:00Z | KXMLBNLEAST-26-PHI
same: home runs of a season
  polymarket | MLB: Home Run Leader | Will Aaron Judge hit the most home runs in the 2026 MLB regular season? | Aaron Judge | 2026-09-28T00:00Z | will-aaron-judge-hit-the-most-home-runs-in-the-2026-mlb-regular-season
  kalshi | Pro Baseball Home Runs Leader | Will Aaron Judge lead Pro Baseball in home runs for the 2026 regular season? | Aaron Judge | 2026-10-22T14:00Z | KXLEADERMLBHR-26-AJUD
same: a rookie of a league
  polymarket | MLB: 2026 AL Rookie of the Year | Will Kevin McGonigle win the 2026 AL Rookie of the Year award? | Kevin McGonigle | 2026-11-11T00:00Z | will-kevin-mcgonigle-win-the-2026-al-rookie-of-the-year-award
  kalshi | AL Rookie of the Year Winner? | Will Kevin McGonigle win AL ROTY? | Kevin McGonigle | 2026-12-08T15:00Z | KXMLBALROTY-26-KMCG
same: a match of tennis by surname
  polymarket | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Carlos Alcaraz / Jannik Sinner | 2026-07-19T14:00Z | atp-alcaraz-sinner-2026-07-12
  kalshi | Alcaraz vs Sinner | Will Carlos Alcaraz win the Alcaraz vs Sinner: Final match? | Carlos Alcaraz | 2026-07-26T14:00Z | KXATPMATCH-26JUL12ALCSIN-ALC
same: sets of a match
  polymarket | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Carlos Alcaraz vs. Jannik Sinner: Total Sets O/U 3.5 | Over / Under | 2026-07-19T14:00Z | atp-alcaraz-sinner-2026-07-12-set-totals-3pt5
  kalshi | Carlos Alcaraz vs Jannik Sinner: Total Sets | Will over 3.5 sets be played in the Carlos Alcaraz vs Jannik Sinner match? | Over 3.5 sets | 2026-07-26T14:00Z | KXATPTOTALSETS-26JUL12ALCSIN-4
same: champion of a slam
  polymarket | 2026 Women's US Open Winner | Will Iga Swiatek win the 2026 Women's US Open? | Iga Swiatek | 2026-09-12T00:00Z | will-iga-swiatek-win-the-2026-womens-us-open
  kalshi | US Open Women's Singles Champion | Will Iga Świątek win the 2026 US Open Women's Singles? | Iga Świątek | 2026-09-26T14:00Z | KXWTAUSO-26-ISWI
same: a tournament of golf
  polymarket | PGA Tour: The Open Championship Winner | Will Rory McIlroy win the 2026 Open Championship? | Rory McIlroy | 2026-07-20T00:00Z | will-rory-mcilroy-win-the-2026-open-championship
  kalshi | The Open Championship Winner | Will Rory McIlroy win The Open Championship? | Rory McIlroy | 2026-08-16T14:00Z | KXPGATOUR-THOC26-RMCI
same: to make the cut
  polymarket | PGA Tour: The Open Championship To Make the Cut | Will Tiger Woods make the cut at the 2026 Open Championship? | Tiger Woods | 2026-07-18T00:00Z | will-tiger-woods-make-the-cut-at-the-2026-open-championship
  kalshi | The Open Championship: To Make the Cut | The Open Championship: Will Tiger Woods make the cut? | Tiger Woods | 2026-08-16T14:00Z | KXPGAMAKECUT-THOC26-TWOO
same: pole position
  polymarket | British Grand Prix: Driver Pole Position | Will Lando Norris get pole position at the 2026 F1 British Grand Prix? | Lando Norris | 2026-07-04T00:00Z | will-lando-norris-get-pole-position-at-the-2026-f1-british-grand-prix
  kalshi | British Grand Prix Pole Position | Will Lando Norris take pole position at the British Grand Prix? | Lando Norris | 2026-07-18T14:00Z | KXF1POLE-BGP26-LNOR
same: fastest lap
  polymarket | British Grand Prix: Driver Fastest Lap | Will George Russell achieve the fastest lap at the 2026 F1 British Grand Prix? | George Russell | 2026-07-05T00:00Z | will-george-russell-achieve-the-fastest-lap-at-the-2026-f1-british-grand-prix
  kalshi | British Grand Prix Fastest Lap | Will George Russell set the fastest lap at the British Grand Prix? | George Russell | 2026-07-19T14:00Z | KXF1FASTLAP-BGP26-GRUS
same: a fight at a numbered event
  polymarket | UFC 330: Topuria vs. Gaethje | UFC 330: Ilia Topuria vs. Justin Gaethje (Lightweight, Main Card) | Ilia Topuria / Justin Gaethje | 2026-08-16T03:00Z | ufc-ili1-jus3-2026-08-15
  kalshi | UFC 330: Topuria vs Gaethje | Will Ilia Topuria win the Topuria vs Gaethje professional MMA fight scheduled for Aug 15, 2026? | Ilia Topuria | 2026-08-29T22:00Z | KXUFCFIGHT-26AUG15TOPGAE-TOP
same: a boxing match
  polymarket | Boxing: Tyson Fury vs. Anthony Joshua | Boxing: Tyson Fury vs. Anthony Joshua | Tyson Fury / Anthony Joshua | 2026-11-28T23:00Z | boxing-tyson-fury-anthony-joshua-2026-11-28
  kalshi | Fury vs Joshua | Will Anthony Joshua win the Fury vs Joshua professional boxing match scheduled for Nov 28, 2026? | Anthony Joshua | 2026-12-12T23:00Z | KXBOXING-26NOV28FURJOS-JOS
same: a match of Dota
  polymarket | Dota 2: Team Spirit vs Tundra Esports (BO3) - The International Playoffs | Dota 2: Team Spirit vs Tundra Esports (BO3) - The International Playoffs | Team Spirit / Tundra Esports | 2026-08-20T10:00Z | dota2-spirit-tundra-2026-08-20
  kalshi | Tundra vs. Spirit | Will Team Spirit win the Tundra vs. Spirit Dota 2 match? | Team Spirit | 2026-09-03T10:00Z | KXDOTA2GAME-26AUG200600TUNTS-TS
same: a match of Valorant
  polymarket | Valorant: Sentinels vs NRG (BO3) - VCT Americas Stage 2 | Valorant: Sentinels vs NRG (BO3) - VCT Americas Stage 2 | Sentinels / NRG | 2026-08-02T20:00Z | val-sen-nrg-2026-08-02
  kalshi | NRG vs. Sentinels | Will NRG win the NRG vs. Sentinels Valorant match? | NRG | 2026-08-16T20:00Z | KXVALORANTGAME-26AUG021600NRGSEN-NRG
same: champion of a tournament of games
  polymarket | LoL: Worlds 2026 Winner | Will T1 win the League of Legends World Championship 2026? | T1 | 2026-11-15T00:00Z | will-t1-win-the-league-of-legends-world-championship-2026
  kalshi | League of Legends World Champion | Will T1 win the 2026 League of Legends World Championship? | T1 | 2026-11-29T15:00Z | KXLOLWORLDS-26-T1
same: a day of cricket
  polymarket | T20 World Cup: India vs England | T20 World Cup: India vs England | India / England | 2026-03-12T13:00Z | crint-ind-eng-2026-03-05
  kalshi | India vs England | Will India win the India vs England T20 World Cup match? | India | 2026-03-19T13:00Z | KXT20MATCH-26MAR05INDENG-IND
same: a bowl of colleges
  polymarket | Georgia vs. Alabama | Georgia vs. Alabama | Georgia / Alabama | 2026-09-27T00:30Z | cfb-uga-bama-2026-09-26
  kalshi | Georgia at Alabama | Georgia at Alabama Winner? | Georgia | 2026-10-10T00:30Z | KXNCAAFGAME-26SEP26UGAALA-UGA
same: champion of colleges
  polymarket | College Football Champion 2027 | Will Ohio State win the 2027 College Football National Championship? | Ohio State | 2027-01-20T00:00Z | will-ohio-state-win-the-2027-college-football-national-championship
  kalshi | College Football Championship Winner? | Will Ohio State win the College Football Championship? | Ohio State | 2027-02-03T15:00Z | KXNCAAF-27-OSU
same: a trophy of colleges
  polymarket | 2026 Heisman Trophy Winner | Will Arch Manning win the 2026 Heisman Trophy? | Arch Manning | 2026-12-13T00:00Z | will-arch-manning-win-the-2026-heisman-trophy
  kalshi | Heisman Trophy Winner? | Will Arch Manning win the Heisman? | Arch Manning | 2026-12-27T15:00Z | KXHEISMAN-26-AMAN
same: relegation
  polymarket | Premier League: Relegated Teams | Will Leeds United be relegated from the English Premier League after the 2026–27 season? | Leeds United | 2027-05-24T00:00Z | will-leeds-united-be-relegated-from-the-english-premier-league-after-the-202627-season
  kalshi | Premier League Relegation | Will Leeds be relegated from the English Premier League in 2026-27 season? | Leeds | 2027-06-07T14:00Z | KXEPLRELEGATION-27-LEE
same: a cup of Europe
  polymarket | UEFA Europa League Winner | Will Aston Villa win the 2025–26 Europa League? | Aston Villa | 2026-05-21T00:00Z | will-aston-villa-win-the-202526-europa-league
  kalshi | Europa League Winner | Will Aston Villa win the UEFA Europa League? | Aston Villa | 2026-06-04T14:00Z | KXUEL-26-AVL
same: most goals of a league
  polymarket | EPL Top Goalscorer | Will Erling Haaland be the top goalscorer in the 2026–27 English Premier League? | Erling Haaland | 2027-05-24T00:00Z | will-erling-haaland-be-the-top-goalscorer-in-the-202627-english-premier-league
  kalshi | Premier League Golden Boot | Will Erling Haaland win the EPL Golden Boot in the 2026-27 season? | Erling Haaland | 2027-06-07T14:00Z | KXEPLGOLDENBOOT-27-EHAA
same: the golden ball
  polymarket | Ballon d'Or Winner 2026 | Will Lamine Yamal win the 2026 Men's Ballon d'Or? | Lamine Yamal | 2026-10-31T00:00Z | will-lamine-yamal-win-the-2026-mens-ballon-dor
  kalshi | Ballon d'Or winner | Will Lamine Yamal win the 2026 Ballon d'Or? | Lamine Yamal | 2026-12-31T15:00Z | KXBALLONDOR-26-LYAM
same: a coach who leaves
  polymarket | Next Premier League manager to leave | Will Eddie Howe be the next Premier League manager to leave? | Eddie Howe | 2027-05-30T00:00Z | will-eddie-howe-be-the-next-premier-league-manager-to-leave
  kalshi | Next Premier League manager out? | Will Eddie Howe be the next EPL manager out? | Eddie Howe | 2027-05-30T14:00Z | KXEPLMANAGEROUT-27-EHOW
same: leader of the Commons
  polymarket | Next UK Prime Minister | Will Andy Burnham be the next Prime Minister of the UK? | Andy Burnham | 2027-12-31T00:00Z | will-andy-burnham-be-the-next-prime-minister-of-the-uk
  kalshi | Next UK Prime Minister? | Who will be the next Prime Minister of the United Kingdom? | Andy Burnham | 2030-01-01T15:00Z | KXNEXTUKPM-30-ABUR
same: out by a day
  polymarket | Starmer out by...? | Keir Starmer out as Prime Minister by June 30, 2026? | June 30, 2026 | 2026-06-30T00:00Z | keir-starmer-out-as-prime-minister-by-june-30-2026
  kalshi | When will Keir Starmer leave office? | Will Keir Starmer leave office before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T14:00Z | KXSTARMEROUT-26JUL01
same: president of a country
  polymarket | Brazil Presidential Election | Will Luiz Inácio Lula da Silva win the 2026 Brazilian presidential election? | Luiz Inácio Lula da Silva | 2026-10-04T00:00Z | will-luiz-incio-lula-da-silva-win-the-2026-brazilian-presidential-election
  kalshi | Brazil presidential election winner? | Will Luiz Inacio Lula da Silva win the next Brazilian presidential election? | Luiz Inacio Lula da Silva | 2027-10-25T14:00Z | KXBRAZILPRES-26-LULA
same: most seats
  polymarket | Swedish Parliament Election Winner | Will the Social Democrats win the most seats in the 2026 Swedish parliamentary election? | Social Democrats | 2026-09-13T00:00Z | will-the-social-democrats-win-the-most-seats-in-the-2026-swedish-parliamentary-election
  kalshi | Sweden parliamentary election winner | Will the Social Democrats win the most seats in the next Swedish parliamentary election? | Social Democrats | 2027-09-13T14:00Z | KXSWEDENPARLI-26-SD
same: which party wins the Senate
  polymarket | Which party will win the Senate in 2026? | Will the Republican Party control the Senate after the 2026 Midterm elections? | Republican | 2026-11-03T00:00Z | will-the-republican-party-control-the-senate-after-the-2026-midterm-elections
  kalshi | Which party will win the U.S. Senate? | Will Republicans win the Senate in 2026? | Republicans | 2027-02-01T15:00Z | CONTROLS-2026-R
same: a governor of a large state
  polymarket | Georgia Governor Election Winner | Will the Democrats win the Georgia governor race in 2026? | Democrats | 2026-11-03T00:00Z | will-the-democrats-win-the-georgia-governor-race-in-2026
  kalshi | Georgia Governor winner? | Will the Democratic party win the governorship in Georgia | Democratic party | 2027-11-03T15:00Z | GOVPARTYGA-26-D
same: a senator
  polymarket | Ohio Senate Election Winner | Will the Republicans win the Ohio Senate race in 2026? | Republicans | 2026-11-03T00:00Z | will-the-republicans-win-the-ohio-senate-race-in-2026
  kalshi | Ohio Senate winner? | Will Republicans win the Senate race in Ohio? | Republican | 2027-11-03T15:00Z | SENATEOH-26-R
same: a nominee of a state
  polymarket | Michigan Democratic Senate Primary Winner | Will Mallory McMorrow be the Democratic nominee for Senate in Michigan? | Mallory McMorrow | 2026-08-04T00:00Z | will-mallory-mcmorrow-be-the-democratic-nominee-for-senate-in-michigan
  kalshi | Michigan Democratic Senate nominee? | Will Mallory McMorrow be the Democratic nominee for the Senate in Michigan? | Mallory McMorrow | 2026-11-03T15:00Z | KXSENATEMID-26-MMCM
same: the House and the Senate together
  polymarket | Balance of Power: 2026 Midterms | Democrats Sweep | Democrats Sweep | 2026-11-03T00:00Z | balance-of-power-2026-midterms-democrats-sweep
  kalshi | 2026 balance of power | Will Democrats win both the House and the Senate in 2026? | D Senate, D House | 2027-02-01T15:00Z | KXBALANCEPOWERCOMBO-26NOV-DD
same: first to leave a cabinet
  polymarket | First to leave Trump Cabinet in 2026 | Will Pete Hegseth be the first to leave the Trump Cabinet in 2026? | Pete Hegseth | 2026-12-31T00:00Z | will-pete-hegseth-be-the-first-to-leave-the-trump-cabinet-in-2026
  kalshi | First to leave the Trump Cabinet? | Will Pete Hegseth be the first to leave Trump's Cabinet in 2026? | Pete Hegseth | 2027-01-01T15:00Z | KXCABLEAVE-26-PHEG
same: a justice who retires
  polymarket | | Samuel Alito announces retirement by December 31, 2026? | | 2026-12-31T00:00Z | samuel-alito-announces-retirement-by-december-31-2026
  kalshi | Next Supreme Court justice to retire | Will Samuel Alito announce his retirement before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXALITORETIRE-27JAN01
same: a bill in the House
  polymarket | | Will the SAVE Act become law in 2026? | | 2026-12-31T00:00Z | will-the-save-act-become-law-in-2026
  kalshi | | Will the SAVE Act become law before 2027? | Before 2027 | 2027-01-01T15:00Z | KXSAVEACT-27
same: a shutdown by a day
  polymarket | US government shutdown by...? | US government shutdown by October 1, 2026? | October 1 | 2026-10-01T00:00Z | us-government-shutdown-by-october-1-2026
  kalshi | Government shutdown in 2026? | Will there be a US government shutdown before Oct 2, 2026? | Before Oct 2, 2026 | 2026-10-02T14:00Z | KXGOVTSHUTDOWN-26OCT02
same: recognizes a state
  polymarket | | Will France recognize Somaliland in 2026? | | 2026-12-31T00:00Z | will-france-recognize-somaliland-in-2026
  kalshi | Which countries will recognize Somaliland? | Will France recognize Somaliland before 2027? | France | 2027-01-01T15:00Z | KXRECOGSOMALI-27-FRA
same: a meeting of two
  polymarket | Who will Trump meet with in 2026? | Will Donald Trump meet with Kim Jong Un in 2026? | Kim Jong Un | 2026-12-31T00:00Z | will-donald-trump-meet-with-kim-jong-un-in-2026
  kalshi | Trump and Kim Jong Un meet? | Will Donald Trump meet with Kim Jong Un before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXTRUMPKIM-27JAN01
same: a pardon
  polymarket | Who will Trump pardon in 2026? | Will Trump pardon Ghislaine Maxwell by December 31, 2026? | Ghislaine Maxwell | 2026-12-31T00:00Z | will-trump-pardon-ghislaine-maxwell-by-december-31-2026
  kalshi | Who will Trump pardon? | Will Trump pardon Ghislaine Maxwell before 2027? | Ghislaine Maxwell | 2027-01-01T15:00Z | KXTRUMPPARDONS-27-GMAX
same: approval above a value
  polymarket | Trump approval rating on July 31? | Will Trump's approval rating be 42.0% or higher on July 31, according to Silver Bulletin? | ≥42.0% | 2026-07-31T00:00Z | will-trumps-approval-rating-be-42pt0-or-higher-on-july-31
  kalshi | Trump approval rating on Jul 31, 2026? (Silver Bulletin) | Will Trump's Silver Bulletin approval rating be at least 42.0% on Jul 31, 2026? | 42.0% or above | 2026-07-31T14:00Z | KXAPRPOTUS-26JUL31-42.0
same: inflation of a month
  polymarket | July Inflation US - Annual | Will annual inflation increase by 3.1% in July? | 3.1% | 2026-08-12T00:00Z | will-annual-inflation-increase-by-3pt1-in-july
  kalshi | CPI year-over-year in Jul 2026? | CPI year-over-year in Jul 2026? | Exactly 3.1% | 2026-08-12T12:25Z | KXECONSTATCPIYOY-26JUL-T3.1
same: unemployment of a month
  polymarket | July unemployment rate? | Will the July unemployment rate be 4.4%? | 4.4% | 2026-08-07T00:00Z | will-the-july-unemployment-rate-be-4pt4
  kalshi | Unemployment rate in Jul 2026? | Unemployment rate in Jul 2026? | Exactly 4.4% | 2026-08-07T12:25Z | KXECONSTATU3-26JUL-T4.4
same: core inflation
  polymarket | Core CPI in July | Will core CPI increase by 0.3% in July? | 0.3% | 2026-08-12T00:00Z | will-core-cpi-increase-by-0pt3-in-july
  kalshi | Core CPI month-over-month in Jul 2026? | Core CPI month-over-month in Jul 2026? | Exactly 0.3% | 2026-08-12T12:25Z | KXECONSTATCPICORE-26JUL-T0.3
same: a quarter of growth
  polymarket | US GDP growth in Q2 2026? | Will US GDP growth in Q2 2026 be greater than 2.5%? | >2.5% | 2026-07-30T00:00Z | will-us-gdp-growth-in-q2-2026-be-greater-than-2pt5
  kalshi | US GDP growth in Q2 2026? | Will real GDP increase by more than 2.5% in Q2 2026? | Above 2.5% | 2026-07-30T12:25Z | KXGDP-26JUL30-T2.5
same: a cut of the ECB
  polymarket | ECB decision in July? | Will the European Central Bank announce no change at the July meeting? | No change | 2026-07-23T00:00Z | will-the-european-central-bank-announce-no-change-at-the-july-meeting
  kalshi | European Central Bank rate decision in July | Will the European Central Bank Maintain current rate at the July ECB Governing Council meeting? | Maintain current rate | 2026-07-23T12:10Z | KXCBDECISIONEU-26JUL23-H0
same: how many cuts
  polymarket | How many Fed rate cuts in 2026? | Will 2 Fed rate cuts happen in 2026? | 2 (50 bps) | 2026-12-31T00:00Z | will-2-fed-rate-cuts-happen-in-2026
  kalshi | Number of rate cuts in 2026 | Will the Federal Reserve cut rates 2 times in 2026? | 2 cuts | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T2
same: a chair of the bank
  polymarket | Fed Chair confirmed by...? | Will Kevin Warsh be confirmed as Fed Chair by June 30, 2026? | June 30 | 2026-06-30T00:00Z | will-kevin-warsh-be-confirmed-as-fed-chair-by-june-30-2026
  kalshi | When will Kevin Warsh be confirmed as Fed Chair? | Will Kevin Warsh be confirmed as Fed Chair before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T14:00Z | KXWARSHCONFIRM-26JUL01
same: a recession
  polymarket | | US recession in 2026? | | 2027-01-31T00:00Z | us-recession-in-2026
  kalshi | | Will there be a recession in 2026? | Yes / No | 2027-01-31T15:00Z | KXRECSSNBER-26
same: a close of an index
  polymarket | S&P 500 (SPX) closes above ___ on July 31? | S&P 500 (SPX) closes above 7,000 on July 31? | 7,000 | 2026-07-31T20:00Z | spx-closes-above-7000-on-july-31
  kalshi | S&P 500 close price on Jul 31, 2026? | Will the S&P 500 be above 7000 on Jul 31, 2026 at 4pm EDT? | Above 7,000 | 2026-07-31T20:00Z | KXINXU-26JUL31H1600-T7000
same: the largest company
  polymarket | Largest company end of July? | Will NVIDIA be the largest company in the world by market cap on July 31? | NVIDIA | 2026-07-31T00:00Z | will-nvidia-be-the-largest-company-in-the-world-by-market-cap-on-july-31
  kalshi | Largest company on Jul 31, 2026? | Will NVIDIA be the largest company by market cap on Jul 31, 2026? | NVIDIA | 2026-07-31T20:00Z | KXLARGEST-26JUL31-NVDA
same: deliveries
  polymarket | Tesla deliveries in Q2 2026? | Will Tesla deliver more than 400,000 vehicles in Q2 2026? | >400k | 2026-07-02T00:00Z | will-tesla-deliver-more-than-400000-vehicles-in-q2-2026
  kalshi | Tesla deliveries Q2 2026 | Will Tesla deliver above 400000 vehicles in Q2 2026? | Above 400,000 | 2026-07-02T14:00Z | KXTESLA-26JUL02-T400000
same: subscribers
  polymarket | | Roku streaming households above 100M in Q2? | | 2026-07-30T20:00Z | roku-streaming-households-above-100m-in-q2
  kalshi | | Will Roku, Inc. report above 100 million streaming households in Q2 2026? | Above 100 million | 2026-07-30T20:00Z | KXROKU-26OCT-100000000
same: best model
  polymarket | Which company has best AI model end of July? | Will Google have the best AI model at the end of July 2026? | Google | 2026-07-31T00:00Z | will-google-have-the-best-ai-model-at-the-end-of-july-2026
  kalshi | Top AI model on Jul 31, 2026? | Which company will have the top AI model on Jul 31, 2026? | Google | 2026-07-31T14:00Z | KXTOPAI-26JUL31-GOOG
same: a release of a model
  polymarket | GPT-6 released by...? | GPT-6 released by December 31, 2026? | December 31 | 2026-12-31T00:00Z | gpt-6-released-by-december-31-2026
  kalshi | When will OpenAI release GPT-6? | Will OpenAI release GPT-6 before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXGPT6-27JAN01
same: a game that is released
  polymarket | GTA VI released before...? | GTA VI released before December 1, 2026? | December 1 | 2026-12-01T00:00Z | gta-vi-released-before-december-1-2026
  kalshi | When will GTA 6 be released? | Will Grand Theft Auto VI be released before Dec 1, 2026? | Before Dec 1, 2026 | 2026-12-01T15:00Z | KXGTA6-26DEC01
same: gas at the pump
  polymarket | US gas prices on July 31? | Will the average US gas price be above $3.20 on July 31? | >$3.20 | 2026-07-31T00:00Z | will-the-average-us-gas-price-be-above-3pt20-on-july-31
  kalshi | US gas price on Jul 31, 2026? | Will average **gas prices** be above $3.20 on Jul 31, 2026? | Above $3.20 | 2026-07-31T14:00Z | KXAAAGASD-26JUL31-3.20
same: passengers of a week
  polymarket | Average TSA passengers (July 20 - July 26)? | Will average TSA passengers between July 20 and July 26 be above 2.8 million? | >2.8M | 2026-07-27T00:00Z | will-average-tsa-passengers-between-july-20-and-july-26-be-above-2pt8-million
  kalshi | TSA check-ins Jul 20 to Jul 26, 2026? | Number of TSA check-ins from Jul 20 to Jul 26, 2026? | Above 2.8 million | 2026-07-27T14:00Z | KXTSAW-26JUL26-A2.80
same: hurricanes
  polymarket | | Will a Category 5 hurricane make landfall in the US in 2026? | | 2026-11-30T00:00Z | will-a-category-5-hurricane-make-landfall-in-the-us-in-2026
  kalshi | | Will a Category 5 hurricane make landfall in the United States in 2026? | Yes / No | 2026-12-01T15:00Z | KXHURCAT5US-26
same: an earthquake
  polymarket | | Magnitude 9.0 or above earthquake in 2026? | | 2026-12-31T00:00Z | magnitude-9pt0-or-above-earthquake-in-2026
  kalshi | | Will there be an earthquake of magnitude 9.0 or above before 2027? | Before 2027 | 2027-01-01T15:00Z | KXEARTHQUAKE9-27
same: the warmest year
  polymarket | Where will 2026 rank among the hottest years on record? | Will 2026 be the hottest year on record? | Hottest | 2027-01-10T00:00Z | will-2026-be-the-hottest-year-on-record
  kalshi | | Will 2026 be the hottest year ever? | Yes / No | 2027-01-15T15:00Z | KXHOTTEST-26
same: a landing
  polymarket | | Will SpaceX Starship reach orbit by September 30, 2026? | | 2026-09-30T00:00Z | will-spacex-starship-reach-orbit-by-september-30-2026
  kalshi | | Will Starship reach orbit before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXSTARSHIPORBIT-26OCT01
same: best picture of the globes
  polymarket | Golden Globes 2027: Best Drama Winner | Will "Hamnet" win Best Motion Picture – Drama at the 84th Golden Globes? | "Hamnet" | 2027-01-11T00:00Z | will-hamnet-win-best-motion-picture-drama-at-the-84th-golden-globes
  kalshi | Golden Globe for Best Motion Picture - Drama? | Will Hamnet win Best Motion Picture - Drama at the 2027 Golden Globes? | Hamnet | 2027-02-01T15:00Z | KXGGDRAMA-27-HAM
same: best director
  polymarket | Oscars 2027: Best Director Winner | Will Christopher Nolan win Best Director at the 99th Academy Awards? | Christopher Nolan | 2027-03-14T00:00Z | will-christopher-nolan-win-best-director-at-the-99th-academy-awards
  kalshi | Oscar for Best Director? | Oscar for Best Director? | Christopher Nolan | 2027-04-01T14:00Z | KXOSCARDIR-27-CNOL
same: record of the year
  polymarket | Grammys 2027: Record of the Year Winner | Will "The Fate of Ophelia" win Record of the Year at the 69th Grammy Awards? | "The Fate of Ophelia" | 2027-02-07T00:00Z | will-the-fate-of-ophelia-win-record-of-the-year-at-the-69th-grammy-awards
  kalshi | Grammy for Record of the Year? | Will The Fate of Ophelia win Record of the Year at the 2027 Grammys? | The Fate of Ophelia | 2027-03-01T15:00Z | KXGRAMROTY-27-FAT
same: best drama of television
  polymarket | Emmys 2026: Outstanding Drama Series | Will "The Pitt" win Outstanding Drama Series at the 78th Primetime Emmy Awards? | "The Pitt" | 2026-09-14T00:00Z | will-the-pitt-win-outstanding-drama-series-at-the-78th-primetime-emmy-awards
  kalshi | Emmy for Outstanding Drama Series? | Will The Pitt win Outstanding Drama Series at the 2026 Emmys? | The Pitt | 2026-10-01T14:00Z | KXEMMYDSERIES-26-PIT
same: a prize for peace
  polymarket | Nobel Peace Prize Winner 2026 | Will Donald Trump win the Nobel Peace Prize in 2026? | Donald Trump | 2026-10-10T00:00Z | will-donald-trump-win-the-nobel-peace-prize-in-2026
  kalshi | Nobel Peace Prize 2026? | Will Donald Trump win the 2026 Nobel Peace Prize? | Donald Trump | 2026-10-10T14:00Z | KXNOBELPEACE-26-DJT
same: game of the year
  polymarket | The Game Awards: Game of the Year 2026 | Will "Grand Theft Auto VI" win Game of the Year at The Game Awards 2026? | "Grand Theft Auto VI" | 2026-12-11T00:00Z | will-grand-theft-auto-vi-win-game-of-the-year-at-the-game-awards-2026
  kalshi | The Game Awards: Game of the Year? | Will GTA VI win Game of the Year? | GTA VI | 2026-12-31T15:00Z | KXGAMEAWARDS-26-GTA
same: opening of a film
  polymarket | "Avengers: Doomsday" Opening Weekend Box Office | Will "Avengers: Doomsday" Opening Weekend Box Office be greater than 250m? | >250m | 2026-12-21T00:00Z | will-avengers-doomsday-opening-weekend-box-office-be-greater-than-250m
  kalshi | "Avengers: Doomsday" domestic opening weekend? | Will "Avengers: Doomsday" have a domestic opening weekend above $250 million? | Above $250 million | 2026-12-22T15:00Z | KXBOXOFFICE-AVE-250
same: best song of a chart
  polymarket | #1 song on Billboard Hot 100 (July 18)? | Will "Golden" be the #1 song on the Billboard Hot 100 for the week of July 18? | "Golden" | 2026-07-14T00:00Z | will-golden-be-the-1-song-on-the-billboard-hot-100-for-the-week-of-july-18
  kalshi | Top song on the Billboard Hot 100 on Jul 18, 2026? | Will Golden be the top song on the Billboard Hot 100 for the week of Jul 18, 2026? | Golden | 2026-07-18T14:00Z | KXTOPSONG-26JUL18-GOL
same: most streamed artist
  polymarket | Top Spotify artist 2026 | Will Bad Bunny be the top Spotify artist for 2026? | Bad Bunny | 2026-12-03T00:00Z | will-bad-bunny-be-the-top-spotify-artist-for-2026
  kalshi | Top Spotify artist in 2026? | Will Bad Bunny be the top global artist on Spotify Wrapped 2026? | Bad Bunny | 2026-12-31T15:00Z | KXTOPARTIST-26-BB
same: who hosts
  polymarket | Who will host the 2027 Oscars? | Will Conan O'Brien host the 2027 Oscars? | Conan O'Brien | 2027-03-14T00:00Z | will-conan-obrien-host-the-2027-oscars
  kalshi | Who will host the 99th Academy Awards? | Will Conan O’Brien host the 99th Academy Awards? | Conan O’Brien | 2027-04-01T14:00Z | KXOSCARHOST-27-COB
same: at the half time of a final
  polymarket | Super Bowl LXI Halftime Show | Will Taylor Swift headline the Super Bowl LXI Halftime Show? | Taylor Swift | 2027-02-14T00:00Z | will-taylor-swift-headline-the-super-bowl-lxi-halftime-show
  kalshi | Super Bowl halftime headliner | Will Taylor Swift headline the 2027 Pro Football Championship halftime show? | Taylor Swift | 2027-02-28T15:00Z | KXHALFTIMESHOW-27-TS
same: person of the year
  polymarket | TIME Person of the Year 2026 | Will Pope Leo XIV be TIME Person of the Year 2026? | Pope Leo XIV | 2026-12-15T00:00Z | will-pope-leo-xiv-be-time-person-of-the-year-2026
  kalshi | TIME Person of the Year 2026? | Will Pope Leo XIV be named TIME Person of the Year in 2026? | Pope Leo XIV | 2026-12-31T15:00Z | KXTIME-26-POP
same: posts of a week
  polymarket | Elon Musk # of posts July 10 - July 17? | Will Elon Musk post 200-219 tweets from July 10 to July 17, 2026? | 200-219 | 2026-07-17T16:00Z | will-elon-musk-post-200-219-tweets-from-july-10-to-july-17-2026
  kalshi | Elon Musk tweets Jul 10 to Jul 17 | How many tweets will Elon Musk post from Jul 10 to Jul 17, 2026? | 200 to 219 | 2026-07-17T16:00Z | KXELONTWEETS-26JUL17-B209.5
same: a word in a speech
  polymarket | What will Trump say during his State of the Union address? | Will Trump say "tariff" during his State of the Union address? | Tariff | 2027-02-10T00:00Z | will-trump-say-tariff-during-his-state-of-the-union-address
  kalshi | What will Trump say during the State of the Union? | Will Donald Trump say Tariff during the State of the Union? | Tariff | 2027-02-10T15:00Z | KXTRUMPSAYSOTU-27-TARI
same: a wedding
  polymarket | | Taylor Swift and Travis Kelce married by July 31, 2026? | | 2026-07-31T00:00Z | taylor-swift-and-travis-kelce-married-by-july-31-2026
  kalshi | When will Taylor Swift and Travis Kelce get married? | Will Taylor Swift and Travis Kelce get married before Aug 1, 2026? | Before Aug 1, 2026 | 2026-08-01T14:00Z | KXSWIFTWED-26AUG01
same: value of a token on the opening day
  limitless | | Metamask FDV above $2B one day after launch? | | 2026-12-31T23:59Z |
  polymarket | MetaMask FDV above ___ one day after launch? | MetaMask FDV above $2B one day after launch? | $2B | 2026-12-31T23:59Z | metamask-fdv-above-2b-one-day-after-launch
`)
