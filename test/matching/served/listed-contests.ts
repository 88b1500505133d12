import { readServedPairs } from '../support/served.js'

/** Bets on matches, series, seasons and titles, as two venues list them. */
export const servedListedContests = readServedPairs(`
different: exact score against the draw
  polymarket | Norway vs. Senegal - Exact Score | Exact Score: Norway 2 - 1 Senegal? | Exact Score: Norway 2 - 1 Senegal? | 2026-06-23T02:00Z | fifwc-nor-sen-2026-06-22-exact-score-2-1
  kalshi | | Norway vs Senegal Winner? | Tie | 2026-07-07T00:00Z | KXWCGAME-26JUN22NORSEN-TIE
different: first goal against any goal
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: First Goalscorer | Erling Haaland: First Goalscorer | 2026-06-23T02:00Z | fifwc-nor-sen-2026-06-22-first-goalscorer-erling-haaland
  kalshi | Norway vs Senegal: Goals | Erling Haaland: 1+ goals | Erling Haaland: 1+ | 2026-07-07T00:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-1
near: a goalscorer at any time against one goal or more: rules on who takes part
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: Anytime Goalscorer | Erling Haaland: Anytime Goalscorer | 2026-06-23T02:00Z | fifwc-nor-sen-2026-06-22-anytime-goalscorer-erling-haaland
  kalshi | Norway vs Senegal: Goals | Erling Haaland: 1+ goals | Erling Haaland: 1+ | 2026-07-07T00:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-1
superset: 1+ goals against 2+ goals
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: 1+ goals | Erling Haaland: 1+ goals | 2026-06-23T02:00Z | fifwc-nor-sen-2026-06-22-goals-erling-haaland-gte1
  kalshi | Norway vs Senegal: Goals | Erling Haaland: 2+ goals | Erling Haaland: 2+ | 2026-07-07T00:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-2
different: shots on target against goals
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: 2+ shots on target | Erling Haaland: 2+ shots on target | 2026-06-23T02:00Z | fifwc-nor-sen-2026-06-22-sot-erling-haaland-gte2
  kalshi | Norway vs Senegal: Goals | Erling Haaland: 2+ goals | Erling Haaland: 2+ | 2026-07-07T00:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-2
same: total goals of a match of the World Cup
  polymarket | England vs. Ghana - More Markets | England vs. Ghana: O/U 2.5 | Over / Under | 2026-06-23T22:00Z | fifwc-eng-gha-2026-06-23-total-2pt5
  kalshi | England vs Ghana: Total Goals | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-07-07T20:00Z | KXWCTOTAL-26JUN23ENGGHA-3
different: team total against total
  polymarket | England vs. Ghana - More Markets | England vs. Ghana: England O/U 2.5 | Over / Under | 2026-06-23T22:00Z | fifwc-eng-gha-2026-06-23-team-total-home-2pt5
  kalshi | England vs Ghana: Total Goals | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-07-07T20:00Z | KXWCTOTAL-26JUN23ENGGHA-3
different: another line of the spread
  polymarket | England vs. Ghana - More Markets | Spread: England (-2.5) | England / Ghana | 2026-06-23T22:00Z | fifwc-eng-gha-2026-06-23-spread-home-2pt5
  kalshi | England vs Ghana: Spread | England wins by over 1.5 goals? | England wins by over 1.5 goals | 2026-07-07T20:00Z | KXWCSPREAD-26JUN23ENGGHA-ENG2
different: group winner against match
  polymarket | Portugal vs. Uzbekistan | Will Portugal win on 2026-06-23? | Portugal | 2026-06-23T19:00Z | fifwc-por-uzb-2026-06-23-por
  kalshi | | Will Portugal win Group K? | Portugal | 2026-06-28T19:00Z | KXWCGROUPWIN-26K-POR
superset: qualify from the group against win it
  polymarket | Which countries will advance to the knockout stages? | Will Portugal advance to the knockout stages of the 2026 FIFA World Cup? | Portugal | 2026-06-28T19:00Z | will-portugal-advance-to-the-knockout-stages-of-the-2026-fifa-world-cup
  kalshi | | Will Portugal win Group K in the 2026 FIFA World Cup? | Portugal | 2026-06-28T19:00Z | KXWCGROUPWIN-26K-POR
same: hockey game
  polymarket | Hurricanes vs. Canadiens | Hurricanes vs. Canadiens | Hurricanes / Canadiens | 2026-05-30T03:06Z | nhl-car-mon-2026-05-29
  kalshi | | Carolina at Montreal Winner? | Carolina | 2026-06-12T00:00Z | KXNHLGAME-26MAY29CARMTL-CAR
different: game against the series
  polymarket | Hurricanes vs. Canadiens | Hurricanes vs. Canadiens | Hurricanes / Canadiens | 2026-05-30T03:06Z | nhl-car-mon-2026-05-29
  kalshi | | Will Carolina Hurricanes win the Montreal Canadiens vs Carolina Hurricanes Eastern Conference Finals series in the 2026 NHL Playoffs? | Carolina Hurricanes | 2026-06-10T02:47Z | KXNHLSERIES-26MTLCARECF-CAR
same: the series, both forms
  polymarket | NHL Playoffs: Who Will Win Series? - Hurricanes vs. Canadiens | Who will win the series: Hurricanes vs. Canadiens | Hurricanes / Canadiens | 2026-06-05T03:06Z | nhl-playoffs-who-will-win-series-hurricanes-vs-canadiens
  kalshi | | Will Carolina Hurricanes win the Montreal Canadiens vs Carolina Hurricanes Eastern Conference Finals series in the 2026 NHL Playoffs? | Carolina Hurricanes | 2026-06-10T02:47Z | KXNHLSERIES-26MTLCARECF-CAR
same: UFC fight
  polymarket | UFC Freedom 250: Ilia Topuria vs. Justin Gaethje | UFC Freedom 250: Ilia Topuria vs. Justin Gaethje (Lightweight, Main Card) | Ilia Topuria / Justin Gaethje | 2026-06-15T04:00Z | ufc-ili-jus-2026-06-14
  kalshi | | Will Ilia Topuria win the Topuria vs Gaethje professional MMA fight scheduled for Jun 14, 2026? | Ilia Topuria | 2026-06-29T04:00Z | KXUFCFIGHT-26JUN14TOPGAE-TOP
different: method against winner
  polymarket | UFC Freedom 250: Ilia Topuria vs. Justin Gaethje | Will the fight be won by KO or TKO? | Will the fight be won by KO or TKO? | 2026-06-15T04:00Z | ufc-ili-jus-2026-06-14-ko-tko
  kalshi | | Will Ilia Topuria win the Topuria vs Gaethje professional MMA fight scheduled for Jun 14, 2026? | Ilia Topuria | 2026-06-29T04:00Z | KXUFCFIGHT-26JUN14TOPGAE-TOP
different: distance against rounds
  polymarket | UFC Freedom 250: Ilia Topuria vs. Justin Gaethje | Ilia Topuria vs. Justin Gaethje: O/U 2.5 Rounds | Over / Under | 2026-06-15T04:00Z | ufc-ili-jus-2026-06-14-totals-2pt5
  kalshi | Topuria vs Gaethje: Goes the Distance | Will the fight go the distance? | Fight goes the distance | 2026-06-29T04:00Z | KXUFCDISTANCE-26JUN14TOPGAE-DIST
same: goes the distance
  polymarket | UFC Freedom 250: Ilia Topuria vs. Justin Gaethje | Fight to Go the Distance? | Fight to Go the Distance? | 2026-06-15T04:00Z | ufc-ili-jus-2026-06-14-go-the-distance
  kalshi | Topuria vs Gaethje: Goes the Distance | Will the fight go the distance? | Fight goes the distance | 2026-06-29T04:00Z | KXUFCDISTANCE-26JUN14TOPGAE-DIST
same: esports match
  polymarket | Counter-Strike: FaZe vs illwill (BO3) - HLC Belgrade Pro Playoffs | Counter-Strike: FaZe vs illwill (BO3) - HLC Belgrade Pro Playoffs | FaZe / illwill | 2026-04-05T21:10Z | cs2-faze-ill-2026-04-05
  kalshi | | Will FaZe win the FaZe vs. illwill match? | FaZe | 2026-04-19T17:00Z | KXCS2GAME-26APR05FAZEILL-FAZE
different: map against match
  polymarket | Counter-Strike: FaZe vs illwill (BO3) - HLC Belgrade Pro Playoffs | Counter-Strike: FaZe vs illwill - Map 2 Winner | FaZe / illwill | 2026-04-05T21:10Z | cs2-faze-ill-2026-04-05-game2
  kalshi | | Will FaZe win the FaZe vs. illwill match? | FaZe | 2026-04-19T17:00Z | KXCS2GAME-26APR05FAZEILL-FAZE
different: map handicap against map winner
  polymarket | Counter-Strike: FaZe vs illwill (BO3) - HLC Belgrade Pro Playoffs | Map Handicap: FAZE (-1.5) vs illwill (+1.5) | FaZe / illwill | 2026-04-05T21:10Z | cs2-faze-ill-2026-04-05-map-handicap-home-1pt5
  kalshi | | Will FaZe win map 1 in the FaZe vs. illwill match? | FaZe | 2026-04-19T17:00Z | KXCS2MAP-26APR051700FAZEILL-1-FAZE
different: other game, same organisations
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | T1 / Gen.G | 2026-08-27T12:00Z | lol-t1-gen-2026-08-27
  kalshi | | Will T1 win the T1 vs. Gen.G match? | T1 | 2026-09-10T10:00Z | KXVALORANTGAME-26AUG27T1GEN-T1
same: Smarkets' winner against Kalshi's
  smarkets | Brazil vs Costa Rica | Full-time result: Brazil | Brazil | 2024-06-25T03:00Z | brazil-vs-costa-rica
  polymarket | Brazil vs. Costa Rica | Will Brazil win on 2024-06-24? | Brazil | 2024-06-25T03:00Z | copa-bra-crc-2024-06-24-bra
different: over/under against the result
  smarkets | Brazil vs Costa Rica | Over/under 1.5: Over 1.5 goals | Over 1.5 goals | 2024-06-25T03:00Z | brazil-vs-costa-rica
  polymarket | Brazil vs. Costa Rica | Will Brazil win on 2024-06-24? | Brazil | 2024-06-25T03:00Z | copa-bra-crc-2024-06-24-bra
same: Polymarket US against Polymarket, baseball
  polymarket_us | San Diego Padres vs. Colorado Rockies | San Diego Padres vs Colorado Rockies | San Diego Padres / Colorado Rockies | 2026-09-17T04:00Z | aec-mlb-sd-col-2026-09-16
  kalshi | | San Diego vs Colorado Winner? | San Diego | 2026-09-20T00:40Z | KXMLBGAME-26SEP162040SDCOL-SD
same: World Series champion
  polymarket_us | World Series Champion | World Series Champion: Los Angeles Dodgers | Los Angeles Dodgers | 2026-11-06T16:20Z | tec-mlb-champ-2026-09-27-lad
  kalshi | | Will Los Angeles D win the 2026 Pro Baseball Championship? | Los Angeles D | 2026-11-06T16:20Z | KXMLB-26-LAD
different: pennant against World Series
  polymarket_us | National League Champion | National League Champion: Los Angeles Dodgers | Los Angeles Dodgers | 2026-11-06T16:20Z | tec-mlb-nlchamp-2026-09-27-lad
  polymarket | World Series Champion 2025 | Will the Los Angeles Dodgers win the 2025 World Series? | Los Angeles Dodgers | 2025-11-03T16:20Z | will-the-los-angeles-dodgers-win-the-2025-world-series
superset: pennant contains the World Series
  polymarket_us | National League Champion | National League Champion: Atlanta Braves | Atlanta Braves | 2026-11-06T16:20Z | tec-mlb-nlchamp-2026-09-27-atl
  kalshi | | Will Atlanta win the 2026 Pro Baseball Championship? | Atlanta | 2026-11-06T16:20Z | KXMLB-26-ATL
different: the league that wins against the team
  polymarket_us | League to Win World Series | League to Win World Series: American League | American League | 2026-11-16T04:00Z | tec-mlb-wsleague-2026-11-01-w-al
  kalshi | | Will New York Y win the 2026 Pro Baseball Championship? | New York Y | 2026-11-06T16:20Z | KXMLB-26-NYY
same: champion of basketball
  polymarket | 2027 NBA Champion | Will the San Antonio Spurs win the 2027 NBA Finals? | San Antonio Spurs | 2027-06-30T00:00Z | will-the-san-antonio-spurs-win-the-2027-nba-finals
  kalshi | 2027 Pro Basketball Champion | Will San Antonio win the 2027 Pro Basketball Finals? | San Antonio | 2029-07-30T14:00Z | KXNBA-27-SAS
different: the champion of another year
  polymarket | 2026 NBA Champion | Will the San Antonio Spurs win the 2026 NBA Finals? | San Antonio Spurs | 2026-06-30T00:00Z | will-the-san-antonio-spurs-win-the-2026-nba-finals
  kalshi | 2027 Pro Basketball Champion | Will San Antonio win the 2027 Pro Basketball Finals? | San Antonio | 2029-07-30T14:00Z | KXNBA-27-SAS
different: season wins against champion
  polymarket | 2026 NBA Champion | Will the San Antonio Spurs win the 2026 NBA Finals? | San Antonio Spurs | 2026-06-30T00:00Z | will-the-san-antonio-spurs-win-the-2026-nba-finals
  kalshi | | Will the San Antonio pro basketball team win at least 60 times this season? | At least 60 | 2026-04-13T14:00Z | KXNBAWINS-SAS-25-T60
superset: conference contains the title
  polymarket | NBA Western Conference Champion | Will the Denver Nuggets win the NBA Western Conference Finals? | Denver Nuggets | 2027-06-10T00:00Z | will-the-denver-nuggets-win-the-2027-nba-western-conference-finals
  kalshi | 2027 Pro Basketball Champion | Will Denver win the 2027 Pro Basketball Finals? | Denver | 2029-07-30T14:00Z | KXNBA-27-DEN
different: Clippers against Lakers
  polymarket | 2027 NBA Champion | Will the Los Angeles Clippers win the 2027 NBA Finals? | Los Angeles Clippers | 2027-06-30T00:00Z | will-the-los-angeles-clippers-win-the-2027-nba-finals
  kalshi | 2027 Pro Basketball Champion | Will Los Angeles L win the 2027 Pro Basketball Finals? | Los Angeles L | 2029-07-30T14:00Z | KXNBA-27-LAL
same: MVP of football
  polymarket | NFL MVP 2026-27 | Will Josh Allen win the 2026-27 NFL MVP? | Josh Allen | 2027-02-12T00:00Z | will-josh-allen-win-the-2026-27-nfl-mvp
  kalshi | MVP Winner? | Will Josh Allen win the MVP? | Josh Allen | 2028-02-12T15:00Z | KXNFLMVP-27-JALL
different: MVP of the Super Bowl against the season
  polymarket | Super Bowl MVP 2027 | Will Josh Allen win the Super Bowl LXI MVP? | Josh Allen | 2027-02-15T00:00Z | will-josh-allen-win-the-super-bowl-lxi-mvp
  kalshi | MVP Winner? | Will Josh Allen win the MVP? | Josh Allen | 2028-02-12T15:00Z | KXNFLMVP-27-JALL
different: MVP of another league
  polymarket | NBA MVP 2026-27 | Will Jalen Williams win the 2026-27 NBA MVP? | Jalen Williams | 2027-06-12T00:00Z | will-jalen-williams-win-the-2026-27-nba-mvp
  kalshi | MVP Winner? | Will Caleb Williams win the MVP? | Caleb Williams | 2028-02-12T15:00Z | KXNFLMVP-27-CWIL
different: offensive player of the year against MVP
  polymarket | NFL Offensive Player of the Year | Will Christian McCaffrey win the 2026-27 NFL Offensive Player of the Year? | Christian McCaffrey | 2027-02-12T00:00Z | will-christian-mccaffrey-win-opoy-2026-27
  kalshi | MVP Winner? | Will Christian McCaffrey win the MVP? | Christian McCaffrey | 2028-02-12T15:00Z | KXNFLMVP-27-CMCC
same: Super Bowl
  polymarket | Super Bowl Champion 2027 | Will the Los Angeles Rams win Super Bowl 2027? | Los Angeles Rams | 2027-02-14T00:00Z | will-the-los-angeles-rams-win-super-bowl-2027
  kalshi | Pro Football Champion? | Will the Los Angeles R win the 2027 Pro Football Championship? | Los Angeles R | 2029-02-14T15:00Z | KXSB-27-LAR
subset: Super Bowl within the conference
  polymarket | Super Bowl Champion 2027 | Will the Buffalo Bills win Super Bowl 2027? | Buffalo Bills | 2027-02-14T00:00Z | will-the-buffalo-bills-win-super-bowl-2027
  kalshi | AFC Champion? | Will the Buffalo win the AFC Championship? | Buffalo | 2029-02-14T15:00Z | KXNFLAFCCHAMP-27-BUF
different: division against conference
  polymarket | AFC East Winner | Will the Buffalo Bills win the AFC East? | Buffalo Bills | 2027-01-11T00:00Z | will-the-buffalo-bills-win-the-afc-east-2026-27
  kalshi | AFC Champion? | Will the Buffalo win the AFC Championship? | Buffalo | 2029-02-14T15:00Z | KXNFLAFCCHAMP-27-BUF
superset: playoffs contain the division
  polymarket | NFL: Who will make the playoffs? | Will the Detroit Lions make the 2026-27 NFL playoffs? | Detroit Lions | 2027-01-11T00:00Z | will-the-detroit-lions-make-the-2026-27-nfl-playoffs
  kalshi | NFC North Division Winner? | Will Detroit win the NFC North? | Detroit | 2027-01-25T15:00Z | KXNFLNFCNORTH-26-DET
same: Premier League
  polymarket | English Premier League Winner | Will Arsenal win the 2026–27 English Premier League? | Arsenal | 2027-05-30T00:00Z | will-arsenal-win-the-202627-english-premier-league
  hyperliquid | English Premier League 2026/2027 winner | Arsenal | Arsenal | 2027-06-05T12:00Z |
subset: title against top four
  polymarket | English Premier League Winner | Will Arsenal win the 2026–27 English Premier League? | Arsenal | 2027-05-30T00:00Z | will-arsenal-win-the-202627-english-premier-league
  kalshi | | Will Arsenal finish in the top 4 in the 2026-27 EPL season? | Arsenal | 2027-05-30T00:00Z | KXEPLTOP4-27-ARS
different: second place against winner
  polymarket | EPL: 2nd Place | Will Chelsea finish second in the 2026–27 English Premier League? | Chelsea | 2027-05-30T00:00Z | will-chelsea-finish-second-in-the-202627-english-premier-league
  kalshi | | Will Chelsea win the English Premier League? | Chelsea | 2027-05-30T00:00Z | KXPREMIERLEAGUE-27-CFC
different: relegated against last place
  polymarket | EPL Relegation | Will Leeds be relegated from the English Premier League after the 2026–27 season? | Leeds | 2027-05-24T20:16Z | will-leeds-be-relegated-2026-27
  kalshi | | Will Leeds finish last in the 2026-27 EPL season? | Leeds | 2027-05-24T20:16Z | KXEPLLAST-27-LEE
same: golden boot
  polymarket | EPL Golden Boot | Will Erling Haaland be the top goalscorer in the 2026–27 English Premier League? | Erling Haaland | 2027-05-24T20:16Z | epl-golden-boot-haaland-2026-27
  kalshi | | Will Erling Haaland win the 2026-27 EPL Golden Boot? | Erling Haaland | 2027-05-24T20:16Z | KXEPLGOLDENBOOT-27-EHAA
different: golden boot against the goals of a season
  polymarket | EPL Golden Boot | Will Erling Haaland be the top goalscorer in the 2026–27 English Premier League? | Erling Haaland | 2027-05-24T20:16Z | epl-golden-boot-haaland-2026-27
  kalshi | | Will Erling Haaland score 25+ EPL goals in the 2026-27 season? | 25+ | 2027-05-24T20:16Z | KXEPLGOALS-27EHAA-25
same: Champions League
  polymarket | Champions League Winner | Will Bayern Munich win the 2026–27 Champions League? | Bayern Munich | 2027-06-05T00:00Z | will-bayern-munich-win-the-202627-champions-league
  kalshi | | Will Bayern Munich win the UEFA Champions League? | Bayern Munich | 2027-06-05T00:00Z | KXUCL-27-BMU
different: Champions League against Europa League
  polymarket | Champions League Winner | Will Roma win the 2026–27 Champions League? | Roma | 2027-06-05T00:00Z | will-roma-win-the-202627-champions-league
  kalshi | | Will Roma win the Europa League? | Roma | 2027-05-26T00:00Z | KXUEL-27-ROM
different: Bundesliga against the cup
  polymarket | DFB-Pokal Winner | Will Bayern Munich win the 2026–27 DFB-Pokal? | Bayern Munich | 2027-05-29T00:00Z | will-bayern-munich-win-the-202627-dfb-pokal
  kalshi | | Will Bayern Munich win the Bundesliga? | Bayern Munich | 2027-05-22T00:00Z | KXBUNDESLIGA-27-BMU
different: drivers' sprint against race
  polymarket | São Paulo Grand Prix: Sprint Winner | Will Lando Norris win the Sprint at the 2026 São Paulo Grand Prix? | Lando Norris | 2026-11-07T20:00Z | sao-paulo-gp-sprint-norris
  kalshi | | Will Lando Norris win the Sao Paulo Grand Prix? | Lando Norris | 2026-11-22T20:00Z | KXF1RACE-SPGP26-NOR
same: grand prix
  polymarket | Las Vegas Grand Prix: Driver Winner | Will Max Verstappen win the 2026 F1 Las Vegas Grand Prix? | Max Verstappen | 2026-11-22T08:00Z | las-vegas-gp-winner-max-verstappen
  kalshi | | Will Max Verstappen win the Las Vegas Grand Prix? | Max Verstappen | 2026-12-06T08:00Z | KXF1RACE-LVGP26-VER
subset: win against podium
  polymarket | Las Vegas Grand Prix: Driver Winner | Will Max Verstappen win the 2026 F1 Las Vegas Grand Prix? | Max Verstappen | 2026-11-22T08:00Z | las-vegas-gp-winner-max-verstappen
  kalshi | | Will Max Verstappen finish on the podium at the Las Vegas Grand Prix? | Max Verstappen | 2026-12-06T08:00Z | KXF1RACEPODIUM-LVGP26-VER
different: pole against win
  polymarket | Las Vegas Grand Prix: Pole Position | Will Max Verstappen get pole position at the 2026 F1 Las Vegas Grand Prix? | Max Verstappen | 2026-11-21T08:00Z | las-vegas-gp-pole-max-verstappen
  kalshi | | Will Max Verstappen win the Las Vegas Grand Prix? | Max Verstappen | 2026-12-06T08:00Z | KXF1RACE-LVGP26-VER
different: fastest lap against win
  polymarket | Las Vegas Grand Prix: Fastest Lap | Will George Russell set the fastest lap at the 2026 F1 Las Vegas Grand Prix? | George Russell | 2026-11-22T08:00Z | las-vegas-gp-fastest-lap-russell
  kalshi | | Will George Russell win the Las Vegas Grand Prix? | George Russell | 2026-12-06T08:00Z | KXF1RACE-LVGP26-RUS
same: Masters
  polymarket | The Masters - Winner | Will Scottie Scheffler win the 2026 Masters tournament? | Scottie Scheffler | 2026-04-12T23:00Z | will-scottie-scheffler-win-the-2026-masters-tournament
  kalshi | | Will Scottie Scheffler win the Masters Tournament? | Scottie Scheffler | 2026-04-26T23:00Z | KXPGATOUR-MAST26-SSCH
superset: top ten contains the winner
  polymarket | The Masters: Top 10 | Will Rory McIlroy finish in the Top 10 at the 2026 Masters? | Rory McIlroy | 2026-04-12T23:00Z | masters-top-10-mcilroy
  kalshi | | Will Rory McIlroy win the Masters Tournament? | Rory McIlroy | 2026-04-26T23:00Z | KXPGATOUR-MAST26-RMCI
different: round leader against winner
  polymarket | The Masters - Winner | Will Scottie Scheffler win the 2026 Masters tournament? | Scottie Scheffler | 2026-04-12T23:00Z | will-scottie-scheffler-win-the-2026-masters-tournament
  kalshi | 2026 Masters Round 1 Leader | Will Scottie Scheffler lead at the end of Round 1 of the Masters Tournament? | Scottie Scheffler | 2026-04-26T23:00Z | KXPGAR1LEAD-MAST26-SSCH
different: make the cut against top 10
  polymarket | The Masters: Top 10 | Will Rory McIlroy finish in the Top 10 at the 2026 Masters? | Rory McIlroy | 2026-04-12T23:00Z | masters-top-10-mcilroy
  kalshi | | Will Rory McIlroy make the cut at The Memorial Tournament? | Rory McIlroy | 2026-06-26T23:00Z | KXPGAMAKECUT-MEMT26-RMCI
same: heisman
  polymarket | Heisman Trophy Winner | Will Arch Manning win the 2026 Heisman Trophy? | Arch Manning | 2026-12-13T00:00Z | will-arch-manning-win-the-2026-heisman-trophy
  kalshi | | Who will win the Heisman Trophy? | Arch Manning | 2026-12-27T15:00Z | KXHEISMAN-26-AMAN
same: ballon d'or
  polymarket | Ballon d'Or Winner 2026 | Will Ousmane Dembélé win the 2026 Ballon d'Or? | Ousmane Dembélé | 2026-10-31T00:00Z | will-ousmane-dembl-win-the-2026-ballon-dor
  kalshi | | Will Ousmane Dembele win the 2026 Ballon d'Or? | Ousmane Dembele | 2026-11-30T15:00Z | KXBALLONDOR-26-ODEM
different: women's ballon d'or
  polymarket | Women's Ballon d'Or Winner 2026 | Will Aitana Bonmatí win the 2026 Women's Ballon d'Or? | Aitana Bonmatí | 2026-10-31T00:00Z | womens-ballon-dor-bonmati-2026
  kalshi | | Will Aitana Bonmati win the 2026 Ballon d'Or? | Aitana Bonmati | 2026-11-30T15:00Z | KXBALLONDOR-26-ABON
same: nominee
  polymarket | Democratic Presidential Nominee 2028 | Will Alexandria Ocasio-Cortez win the 2028 Democratic presidential nomination? | Alexandria Ocasio-Cortez | 2028-11-07T00:00Z | will-alexandria-ocasio-cortez-win-the-2028-democratic-presidential-nomination
  kalshi | | Will Alexandria Ocasio-Cortez be the Democratic Presidential nominee in 2028? | Alexandria Ocasio-Cortez | 2028-11-07T15:00Z | KXPRESNOMD-28-AOC
different: nominee against winner
  polymarket | Democratic Presidential Nominee 2028 | Will Gretchen Whitmer win the 2028 Democratic presidential nomination? | Gretchen Whitmer | 2028-11-07T00:00Z | will-gretchen-whitmer-win-the-2028-democratic-presidential-nomination-676
  kalshi | | Will Gretchen Whitmer win the 2028 U.S. Presidential election? | Gretchen Whitmer | 2029-01-20T15:00Z | KXPRESPERSON-28-GWHI
different: running against winning the nomination
  polymarket | Who will run for the 2028 Democratic presidential nomination? | Will Gretchen Whitmer announce a presidential run before 2027? | Gretchen Whitmer | 2026-12-31T00:00Z | will-gretchen-whitmer-announce-a-presidential-run-before-2027
  kalshi | | Will Gretchen Whitmer be the Democratic Presidential nominee in 2028? | Gretchen Whitmer | 2028-11-07T15:00Z | KXPRESNOMD-28-GWHI
different: vice presidential nominee
  polymarket | Republican VP nominee 2028 | Will Marco Rubio be the 2028 Republican vice presidential nominee? | Marco Rubio | 2028-08-31T00:00Z | republican-vp-nominee-2028-rubio
  kalshi | | Will Marco Rubio be the Republican Presidential nominee in 2028? | Marco Rubio | 2028-11-07T15:00Z | KXPRESNOMR-28-MRUB
different: a party against a person
  polymarket | Which party wins 2028 US Presidential Election? | Will the Democrats win the 2028 US Presidential Election? | Democratic | 2028-11-07T00:00Z | which-party-wins-2028-us-presidential-election-democrats
  kalshi | | Will Gavin Newsom win the 2028 U.S. Presidential election? | Gavin Newsom | 2029-01-20T15:00Z | KXPRESPERSON-28-GNEWS
same: a party wins the presidency
  polymarket | Which party wins 2028 US Presidential Election? | Will the Democrats win the 2028 US Presidential Election? | Democratic | 2028-11-07T00:00Z | which-party-wins-2028-us-presidential-election-democrats
  kalshi | | Which party will win the 2028 Presidential election? | Democratic party | 2029-01-20T15:00Z | KXPRESPARTY-2028-D
different: the other party
  polymarket | Which party wins 2028 US Presidential Election? | Will the Republicans win the 2028 US Presidential Election? | Republican | 2028-11-07T00:00Z | which-party-wins-2028-us-presidential-election-republicans
  kalshi | | Which party will win the 2028 Presidential election? | Democratic party | 2029-01-20T15:00Z | KXPRESPARTY-2028-D
`)
