import { readServedPairs } from '../support/served.js'

/** Bets on one match: near-misses, and the same in the words of two venues. */
export const servedMatches = readServedPairs(`
different: the total of a team against that of both
  polymarket | Bills vs. Jets - More Markets | Bills vs. Jets: Bills O/U 24.5 | Over / Under | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-team-total-24pt5
  kalshi | | Buffalo at New York J: Totals | Over 24.5 points scored | 2026-12-20T18:00Z | KXNFLTOTAL-26DEC06BUFNYJ-24
different: the spread of the other team
  polymarket | Bills vs. Jets | Spread: Bills (-6.5) | Bills / Jets | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-spread-away-6pt5
  kalshi | | New York J wins by over 6.5 points? | New York J wins by over 6.5 points | 2026-12-20T18:00Z | KXNFLSPREAD-26DEC06BUFNYJ-NYJ7
different: the first quarter against the first half
  polymarket | Bills vs. Jets - More Markets | Bills vs. Jets: 1Q Moneyline | Bills / Jets | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-1q-moneyline
  kalshi | | Buffalo vs New York J: First Half Winner? | Buffalo wins 1st half | 2026-12-20T18:00Z | KXNFL1HWINNER-26DEC06BUFNYJ-BUF
different: passing against rushing yards of a player
  polymarket | Bills vs. Jets - Player Props | Josh Allen: Passing Yards O/U 240.5 | Over / Under | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-passing-yards-josh-allen-240pt5
  kalshi | | Josh Allen: 240+ rushing yards | Josh Allen: 240+ | 2026-12-20T18:00Z | KXNFLRSHYDS-26DEC06BUFNYJ-BUFJALLEN17-240
different: the first touchdown against any
  polymarket | Bills vs. Jets - Player Props | James Cook: Anytime Touchdown | | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-anytime-touchdown-james-cook
  kalshi | | James Cook: First Touchdown | James Cook | 2026-12-20T18:00Z | KXNFLFIRSTTD-26DEC06BUFNYJ-BUFJCOOK4
different: two touchdowns against one
  polymarket | Bills vs. Jets - Player Props | James Cook: Anytime Touchdown | | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-anytime-touchdown-james-cook
  kalshi | | James Cook: 2+ touchdowns | James Cook: 2+ | 2026-12-20T18:00Z | KXNFL2TD-26DEC06BUFNYJ-BUFJCOOK4
different: overtime against winning
  polymarket | Bills vs. Jets - More Markets | Bills vs. Jets: Will the game go to overtime? | | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-overtime
  kalshi | | Buffalo vs New York J Winner? | Buffalo | 2026-12-20T18:00Z | KXNFLGAME-26DEC06BUFNYJ-BUF
different: the next week's game of the same two
  polymarket | Lakers vs. Warriors | Lakers vs. Warriors | Lakers / Warriors | 2026-12-08T03:00Z | nba-lal-gsw-2026-12-07
  kalshi | | Los Angeles L vs Golden State Winner? | Golden State | 2026-12-23T03:00Z | KXNBAGAME-26DEC09LALGSW-GSW
different: the city's other team
  polymarket | Clippers vs. Warriors | Clippers vs. Warriors | Clippers / Warriors | 2026-12-08T03:00Z | nba-lac-gsw-2026-12-07
  kalshi | | Los Angeles L vs Golden State Winner? | Los Angeles L | 2026-12-21T03:00Z | KXNBAGAME-26DEC07LALGSW-LAL
different: points against rebounds
  polymarket | Lakers vs. Warriors - Player Props | LeBron James: Points O/U 24.5 | Over / Under | 2026-12-08T03:00Z | nba-lal-gsw-2026-12-07-points-lebron-james-24pt5
  kalshi | | LeBron James: 25+ rebounds | LeBron James: 25+ | 2026-12-21T03:00Z | KXNBAREB-26DEC07LALGSW-LALLJAMES23-25
different: a double double against points
  polymarket | Lakers vs. Warriors - Player Props | LeBron James: Double Double | | 2026-12-08T03:00Z | nba-lal-gsw-2026-12-07-double-double-lebron-james
  kalshi | | LeBron James: Triple Double | LeBron James | 2026-12-21T03:00Z | KXNBA3D-26DEC07LALGSW-LALLJAMES23
different: the women's team of the same club
  polymarket | Arsenal WFC vs. Chelsea FC Women | Will Arsenal WFC win on 2026-12-06? | Arsenal WFC | 2026-12-06T14:00Z | wsl-ars-che-2026-12-06-ars
  kalshi | | Chelsea at Arsenal Winner? | Arsenal | 2026-12-20T14:00Z | KXEPLGAME-26DEC06ARSCHE-ARS
different: the under 21s
  polymarket | England U21 vs. Spain U21 | Will England U21 win on 2026-12-06? | England U21 | 2026-12-06T19:00Z | u21-eng-esp-2026-12-06-eng
  kalshi | | England vs Spain Winner? | England | 2026-12-20T19:00Z | KXINTLFRIENDLYGAME-26DEC06ENGESP-ENG
different: another league with the same cities
  polymarket | Wild vs. Avalanche | Wild vs. Avalanche | Wild / Avalanche | 2026-12-06T23:00Z | nhl-min-col-2026-12-06
  kalshi | | Minnesota vs Denver Winner? | Minnesota | 2026-12-20T23:00Z | KXNBAGAME-26DEC06MINDEN-MIN
different: who qualifies against who wins the leg
  polymarket | Arsenal FC vs. Inter | Will Arsenal FC win on 2027-03-10? | Arsenal FC | 2027-03-10T20:00Z | ucl-ars-int-2027-03-10-ars
  kalshi | | Arsenal vs Inter: To advance? | Arsenal advances | 2027-03-24T20:00Z | KXUCLADVANCE-27MAR10ARSINT-ARS
different: winning in regulation against winning
  polymarket | Maple Leafs vs. Bruins | Maple Leafs vs. Bruins | Maple Leafs / Bruins | 2026-12-06T00:00Z | nhl-tor-bos-2026-12-05
  kalshi | | Will Toronto win in regulation against Boston? | Toronto | 2026-12-20T00:00Z | KXNHLREG-26DEC05TORBOS-TOR
different: the first five innings
  polymarket | Dodgers vs. Padres - More Markets | Dodgers vs. Padres: First 5 Innings Winner | Dodgers / Padres | 2026-09-16T02:00Z | mlb-lad-sd-2026-09-15-first-5
  kalshi | | Los Angeles D vs San Diego Winner? | Los Angeles D | 2026-09-30T02:00Z | KXMLBGAME-26SEP15LADSD-LAD
different: a run in the first inning
  polymarket | Dodgers vs. Padres - More Markets | Dodgers vs. Padres: Run Scored in the First Inning? | | 2026-09-16T02:00Z | mlb-lad-sd-2026-09-15-nrfi
  kalshi | | Los Angeles D vs San Diego Total Runs? | Over 0.5 runs scored | 2026-09-30T02:00Z | KXMLBTOTAL-26SEP15LADSD-1
different: strikeouts of another pitcher
  polymarket | Dodgers vs. Padres - Player Props | Yoshinobu Yamamoto: Strikeouts O/U 6.5 | Over / Under | 2026-09-16T02:00Z | mlb-lad-sd-2026-09-15-strikeouts-yoshinobu-yamamoto-6pt5
  kalshi | | Yu Darvish: 7+ strikeouts? | Yu Darvish: 7+ | 2026-09-30T02:00Z | KXMLBKS-26SEP15LADSD-SDYDARVISH11-7
different: total bases against hits
  polymarket | Dodgers vs. Padres - Player Props | Shohei Ohtani: Total Bases O/U 1.5 | Over / Under | 2026-09-16T02:00Z | mlb-lad-sd-2026-09-15-total-bases-shohei-ohtani-1pt5
  kalshi | | Shohei Ohtani: 2+ hits? | Shohei Ohtani: 2+ | 2026-09-30T02:00Z | KXMLBHIT-26SEP15LADSD-LADSOHTANI17-2
different: sets against games
  polymarket | ATP: Sinner vs Alcaraz | Sinner vs Alcaraz: Set 1 Games O/U 9.5 | Over / Under | 2026-11-20T18:00Z | atp-sinner-alcaraz-2026-11-20-first-set-total-9pt5
  kalshi | | Jannik Sinner vs Carlos Alcaraz: Total Games | Over 9.5 games | 2026-12-04T18:00Z | KXATPTOTALGAMES-26NOV20SINALC-9
different: set two against set one
  polymarket | ATP: Sinner vs Alcaraz | Set 1 Winner: Sinner vs Alcaraz | Sinner / Alcaraz | 2026-11-20T18:00Z | atp-sinner-alcaraz-2026-11-20-first-set-winner
  kalshi | | Will Jannik Sinner win set 2 in the Jannik Sinner vs Carlos Alcaraz match | Jannik Sinner | 2026-12-04T18:00Z | KXATPSETWINNER-26NOV20SINALC-2-SIN
different: straight sets against the match
  polymarket | ATP: Sinner vs Alcaraz | Will Sinner win in straight sets against Alcaraz? | | 2026-11-20T18:00Z | atp-sinner-alcaraz-2026-11-20-straight-sets
  kalshi | | Will Jannik Sinner win the Jannik Sinner vs Carlos Alcaraz match? | Jannik Sinner | 2026-12-04T18:00Z | KXATPMATCH-26NOV20SINALC-SIN
different: the brother's match
  polymarket | WTA: Mirra Andreeva vs Iga Swiatek | Mirra Andreeva vs Iga Swiatek | Mirra Andreeva / Iga Swiatek | 2026-11-20T18:00Z | wta-mandreeva-swiatek-2026-11-20
  kalshi | | Will Erika Andreeva win the Erika Andreeva vs Iga Swiatek match? | Erika Andreeva | 2026-12-04T18:00Z | KXWTAMATCH-26NOV20EANSWI-EAN
different: by knockout against the fight
  polymarket | UFC 330: Topuria vs. Makhachev | Will Topuria vs. Makhachev end by KO/TKO? | | 2026-12-12T05:00Z | ufc-330-topuria-makhachev-ko
  kalshi | | Will Ilia Topuria win the Topuria vs Makhachev professional MMA fight? | Ilia Topuria | 2026-12-26T05:00Z | KXUFCFIGHT-26DEC12TOPMAK-TOP
different: by submission against by knockout
  polymarket | UFC 330: Topuria vs. Makhachev | Will Ilia Topuria win by submission vs. Islam Makhachev? | | 2026-12-12T05:00Z | ufc-330-topuria-makhachev-sub
  kalshi | | Will Ilia Topuria win by KO/TKO/DQ vs Islam Makhachev? | Topuria by KO | 2026-12-26T05:00Z | KXUFCMOV-26DEC12TOPMAK-TOPKO
different: rounds against the distance
  polymarket | UFC 330: Topuria vs. Makhachev | Topuria vs. Makhachev: O/U 2.5 Rounds | Over / Under | 2026-12-12T05:00Z | ufc-330-topuria-makhachev-rounds-2pt5
  kalshi | | Will the Topuria vs Makhachev fight go the distance? | Fight goes the distance | 2026-12-26T05:00Z | KXUFCDISTANCE-26DEC12TOPMAK-DIST
different: a map against the match
  polymarket | Counter-Strike: Vitality vs Spirit (BO3) - Major Playoffs | Counter-Strike: Vitality vs Spirit - Map 2 Winner | Vitality / Spirit | 2026-12-12T15:00Z | cs2-vit-spi-2026-12-12-game2
  kalshi | | Will Vitality win the Vitality vs. Spirit CS2 match? | Vitality | 2026-12-26T15:00Z | KXCS2GAME-26DEC12VITSPI-VIT
different: a map handicap against the match
  polymarket | Counter-Strike: Vitality vs Spirit (BO3) - Major Playoffs | Map Handicap: Vitality (-1.5) vs Spirit (+1.5) | Vitality / Spirit | 2026-12-12T15:00Z | cs2-vit-spi-2026-12-12-map-handicap-home-1pt5
  kalshi | | Will Vitality win the Vitality vs. Spirit CS2 match? | Vitality | 2026-12-26T15:00Z | KXCS2GAME-26DEC12VITSPI-VIT
different: first blood against the map
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | LoL: T1 vs Gen.G - Game 1: First Blood | T1 / Gen.G | 2026-12-12T08:00Z | lol-t1-gen-2026-12-12-game1-first-blood
  kalshi | | Will T1 win map 1 in the T1 vs. Gen.G match? | T1 | 2026-12-26T08:00Z | KXLOLMAP-26DEC12T1GEN-1-T1
different: corners of a team against corners
  polymarket | Everton FC vs. Fulham FC - Total Corners | Everton FC vs. Fulham FC: Everton FC O/U 4.5 Corners | Over / Under | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-team-corners-home-4pt5
  kalshi | | Fulham at Everton: Total Corners | Over 4.5 corners | 2026-12-20T15:00Z | KXEPLCORNERS-26DEC06EVEFUL-4
different: both halves against the match
  polymarket | Everton FC vs. Fulham FC - More Markets | Everton FC vs. Fulham FC: Everton FC to win both halves | | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-win-both-halves
  kalshi | | Fulham at Everton Winner? | Everton | 2026-12-20T15:00Z | KXEPLGAME-26DEC06EVEFUL-EVE
different: winning either half
  polymarket | Everton FC vs. Fulham FC - More Markets | Everton FC vs. Fulham FC: Everton FC to win either half | | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-win-either-half
  kalshi | | Will Everton win the 1st Half? | Everton | 2026-12-20T15:00Z | KXEPL1H-26DEC06EVEFUL-EVE
different: a double chance
  polymarket | Everton FC vs. Fulham FC - More Markets | Everton FC vs. Fulham FC: Everton FC or Draw | | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-double-chance-home
  kalshi | | Fulham at Everton Winner? | Everton | 2026-12-20T15:00Z | KXEPLGAME-26DEC06EVEFUL-EVE
different: draw no bet
  polymarket | Everton FC vs. Fulham FC - More Markets | Everton FC vs. Fulham FC: Draw No Bet | Everton FC / Fulham FC | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-draw-no-bet
  kalshi | | Fulham at Everton Winner? | Everton | 2026-12-20T15:00Z | KXEPLGAME-26DEC06EVEFUL-EVE
different: goal method
  polymarket | Everton FC vs. Fulham FC - Player Props | Jarrad Branthwaite: Anytime Goalscorer | | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-goalscorer-jarrad-branthwaite
  kalshi | | Jarrad Branthwaite: Score with a header | Jarrad Branthwaite | 2026-12-20T15:00Z | KXEPLHEADER-26DEC06EVEFUL-EVEJBRANT32
different: man of the match
  polymarket | Everton FC vs. Fulham FC - Player Props | Will Jack Grealish be man of the match in Everton FC vs. Fulham FC? | | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-motm
  kalshi | | Jack Grealish: 1+ goals | Jack Grealish: 1+ | 2026-12-20T15:00Z | KXEPLGOAL-26DEC06EVEFUL-EVEJGREAL18-1
different: who attends the game
  polymarket | | Will Taylor Swift attend Chiefs vs. Broncos? | | 2026-12-25T21:00Z |
  kalshi | | Kansas City vs Denver Winner? | Kansas City | 2027-01-08T21:00Z | KXNFLGAME-26DEC25KCDEN-KC
different: what announcers say against the game
  polymarket | What will the announcers say during Chiefs vs. Broncos? | Will the announcers say "Swift" during Chiefs vs. Broncos? | Swift | 2026-12-25T21:00Z |
  kalshi | | Kansas City vs Denver Winner? | Denver | 2027-01-08T21:00Z | KXNFLGAME-26DEC25KCDEN-DEN
different: the margin bucket against the spread
  polymarket | Chiefs vs. Broncos - More Markets | Chiefs to win by 1-6 points vs. Broncos? | | 2026-12-25T21:00Z | nfl-kc-den-2026-12-25-margin-1-6
  kalshi | | Kansas City wins by over 1.5 points? | Kansas City wins by over 1.5 points | 2027-01-08T21:00Z | KXNFLSPREAD-26DEC25KCDEN-KC2
different: an odd total
  polymarket | Chiefs vs. Broncos - More Markets | Chiefs vs. Broncos: Total Points Odd/Even | Odd / Even | 2026-12-25T21:00Z | nfl-kc-den-2026-12-25-odd-even
  kalshi | | Kansas City at Denver: Totals | Over 43.5 points scored | 2027-01-08T21:00Z | KXNFLTOTAL-26DEC25KCDEN-43
different: the highest scoring half
  polymarket | Chiefs vs. Broncos - More Markets | Chiefs vs. Broncos: Highest Scoring Half | 1st Half / 2nd Half | 2026-12-25T21:00Z | nfl-kc-den-2026-12-25-highest-scoring-half
  kalshi | | Kansas City vs Denver: First Half Winner? | Kansas City wins 1st half | 2027-01-08T21:00Z | KXNFL1HWINNER-26DEC25KCDEN-KC
different: a game of a series against the series
  polymarket | Celtics vs. Knicks | Celtics vs. Knicks | Celtics / Knicks | 2027-05-10T00:00Z | nba-bos-nyk-2027-05-09
  kalshi | | Will Boston win the Boston vs New York series in the 2027 NBA Playoffs? | Boston | 2027-05-30T00:00Z | KXNBASERIES-27BOSNYK-BOS
different: a correct series score
  polymarket | | Will the Celtics win the series 4-2 against the Knicks? | | 2027-05-30T00:00Z |
  kalshi | | Will Boston win the Boston vs New York series in the 2027 NBA Playoffs? | Boston | 2027-05-30T00:00Z | KXNBASERIES-27BOSNYK-BOS
different: the total with two outcomes against under
  polymarket | Celtics vs. Knicks | Celtics vs. Knicks: O/U 215.5 | Over / Under | 2027-05-10T00:00Z | nba-bos-nyk-2027-05-09-total-215pt5
  kalshi | | New York at Boston: Totals | Over 225.5 points scored | 2027-05-24T00:00Z | KXNBATOTAL-27MAY09NYKBOS-225
same: a game by nicknames and by cities
  polymarket | Celtics vs. Knicks | Celtics vs. Knicks | Celtics / Knicks | 2027-05-10T00:00Z | nba-bos-nyk-2027-05-09
  kalshi | | Boston vs New York Winner? | Boston | 2027-05-24T00:00Z | KXNBAGAME-27MAY09BOSNYK-BOS
same: a game in the long words of Kalshi
  polymarket | Bills vs. Jets | Bills vs. Jets | Bills / Jets | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06
  kalshi | | Will New York J win the Buffalo vs New York J Pro Football game? | New York J | 2026-12-20T18:00Z | KXNFLGAME-26DEC06BUFNYJ-NYJ
same: a total of points
  polymarket | Bills vs. Jets | Bills vs. Jets: O/U 45.5 | Over / Under | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-total-45pt5
  kalshi | | Buffalo at New York J: Totals | Over 45.5 points scored | 2026-12-20T18:00Z | KXNFLTOTAL-26DEC06BUFNYJ-45
same: a spread
  polymarket | Bills vs. Jets | Spread: Bills (-6.5) | Bills / Jets | 2026-12-06T18:00Z | nfl-buf-nyj-2026-12-06-spread-away-6pt5
  kalshi | | Buffalo wins by over 6.5 points? | Buffalo wins by over 6.5 points | 2026-12-20T18:00Z | KXNFLSPREAD-26DEC06BUFNYJ-BUF7
same: the women's league
  polymarket | Aces vs. Liberty | Aces vs. Liberty | Aces / Liberty | 2026-08-09T19:00Z | wnba-lv-ny-2026-08-09
  kalshi | | Las Vegas vs New York women's Pro Basketball game: New York wins? | New York | 2026-08-23T19:00Z | KXWNBAGAME-26AUG09LVNY-NY
same: a first half of basketball
  polymarket | Celtics vs. Knicks - More Markets | Celtics vs. Knicks: 1H Moneyline | Celtics / Knicks | 2027-05-10T00:00Z | nba-bos-nyk-2027-05-09-1h-moneyline
  kalshi | | New York vs Boston: First Half Winner? | Boston wins 1st half | 2027-05-24T00:00Z | KXNBA1HWINNER-27MAY09NYKBOS-BOS
same: a tennis match
  polymarket | ATP: Sinner vs Alcaraz | Sinner vs Alcaraz | Sinner / Alcaraz | 2026-11-20T18:00Z | atp-sinner-alcaraz-2026-11-20
  kalshi | | Will Carlos Alcaraz win the Sinner vs Alcaraz: Final match? | Carlos Alcaraz | 2026-12-04T18:00Z | KXATPMATCH-26NOV20SINALC-ALC
same: a fight
  polymarket | UFC 330: Topuria vs. Makhachev | UFC 330: Ilia Topuria vs. Islam Makhachev (Lightweight, Main Card) | Ilia Topuria / Islam Makhachev | 2026-12-12T05:00Z | ufc-ili-isl-2026-12-12
  kalshi | | Will Ilia Topuria win the Topuria vs Makhachev professional MMA fight scheduled for Dec 12, 2026? | Ilia Topuria | 2026-12-26T05:00Z | KXUFCFIGHT-26DEC12TOPMAK-TOP
same: a map
  polymarket | Counter-Strike: Vitality vs Spirit (BO3) - Major Playoffs | Counter-Strike: Vitality vs Spirit - Map 2 Winner | Vitality / Spirit | 2026-12-12T15:00Z | cs2-vit-spi-2026-12-12-game2
  kalshi | | Will Vitality win map 2 in the Vitality vs. Spirit match? | Vitality | 2026-12-26T15:00Z | KXCS2MAP-26DEC12VITSPI-2-VIT
same: a match of esports
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | T1 / Gen.G | 2026-12-12T08:00Z | lol-t1-gen-2026-12-12
  kalshi | | Will Gen.G win the T1 vs. Gen.G League of Legends match? | Gen.G | 2026-12-26T08:00Z | KXLOLGAME-26DEC12T1GEN-GEN
same: a football match of club names
  polymarket | Everton FC vs. Fulham FC | Will Everton FC win on 2026-12-06? | Everton FC | 2026-12-06T15:00Z | epl-eve-ful-2026-12-06-eve
  kalshi | | Fulham at Everton Winner? | Everton | 2026-12-20T15:00Z | KXEPLGAME-26DEC06EVEFUL-EVE
same: a college game
  polymarket | LSU Tigers vs. Ole Miss Rebels | LSU Tigers vs. Ole Miss Rebels | LSU Tigers / Ole Miss Rebels | 2026-09-19T23:00Z | cfb-lsu-miss-2026-09-19
  kalshi | | Will LSU win the LSU vs Ole Miss college football game? | LSU | 2026-10-03T23:00Z | KXNCAAFGAME-26SEP19LSUMISS-LSU
`)
