import { readServedPairs } from '../support/served.js'

/** Bets on games, as Polymarket, Kalshi, Limitless and others word them. */
export const servedGames = readServedPairs(`
same: a club by its full and its short name
  polymarket | Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC | Will Brighton & Hove Albion FC win on 2026-09-12? | Brighton & Hove Albion FC | 2026-09-12T14:00Z | epl-bri-wol-2026-09-12-bri
  kalshi | | Brighton vs Wolverhampton Winner? | Brighton | 2026-09-26T14:00Z | KXEPLGAME-26SEP12BRIWOL-BRI
same: the other side of the same game
  polymarket | Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC | Will Wolverhampton Wanderers FC win on 2026-09-12? | Wolverhampton Wanderers FC | 2026-09-12T14:00Z | epl-bri-wol-2026-09-12-wol
  kalshi | | Brighton vs Wolverhampton Winner? | Wolverhampton | 2026-09-26T14:00Z | KXEPLGAME-26SEP12BRIWOL-WOL
different: one side against the other, where a draw is possible
  polymarket | Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC | Will Wolverhampton Wanderers FC win on 2026-09-12? | Wolverhampton Wanderers FC | 2026-09-12T14:00Z | epl-bri-wol-2026-09-12-wol
  kalshi | | Brighton vs Wolverhampton Winner? | Brighton | 2026-09-26T14:00Z | KXEPLGAME-26SEP12BRIWOL-BRI
same: a draw by both words
  polymarket | Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC | Will Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC end in a draw? | Draw (Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC) | 2026-09-12T14:00Z | epl-bri-wol-2026-09-12-draw
  kalshi | | Brighton vs Wolverhampton Winner? | Tie | 2026-09-26T14:00Z | KXEPLGAME-26SEP12BRIWOL-TIE
different: a draw against a side
  polymarket | Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC | Will Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC end in a draw? | Draw (Brighton & Hove Albion FC vs. Wolverhampton Wanderers FC) | 2026-09-12T14:00Z | epl-bri-wol-2026-09-12-draw
  kalshi | | Brighton vs Wolverhampton Winner? | Brighton | 2026-09-26T14:00Z | KXEPLGAME-26SEP12BRIWOL-BRI
same: over and under against over
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: O/U 2.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-total-2pt5
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 2.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-2
same: only the ticker says who plays
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: O/U 2.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-total-2pt5
  kalshi | | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-2
different: another game by its ticker
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: O/U 2.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-total-2pt5
  kalshi | | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03SEVOSA-2
different: another line
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: O/U 1.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-total-1pt5
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 2.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-2
different: goals of one team
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: Getafe CF O/U 1.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-team-total-home-1pt5
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 1.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-1
different: goals of the first half
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: 1st Half O/U 1.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-first-half-total-1pt5
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 1.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-1
different: corners are no goals
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - Total Corners | Getafe CF vs. Rayo Vallecano de Madrid: O/U 8.5 Total Corners | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-total-corners-8pt5
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 8.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-8
same: both teams to score
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: Both Teams to Score | Both Teams to Score | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-btts
  kalshi | | Rayo Vallecano at Getafe: Both Teams to Score | Both Teams To Score | 2026-10-17T19:00Z | KXLALIGABTTS-26OCT03GETRAY
different: both teams to score in the first half
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: Both Teams to Score in First Half | | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-btts-first-half
  kalshi | | Rayo Vallecano at Getafe: Both Teams to Score | Both Teams To Score | 2026-10-17T19:00Z | KXLALIGABTTS-26OCT03GETRAY
subset: where both score there are two goals
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: Both Teams to Score | Both Teams to Score | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-btts
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 1.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-1
different: both score, but one of them only once
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: Getafe CF O/U 1.5 | Over / Under | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-team-total-home-1pt5
  kalshi | | Rayo Vallecano at Getafe: Both Teams to Score | Both Teams To Score | 2026-10-17T19:00Z | KXLALIGABTTS-26OCT03GETRAY
different: three goals may all be of one side
  polymarket | Getafe CF vs. Rayo Vallecano de Madrid - More Markets | Getafe CF vs. Rayo Vallecano de Madrid: Both Teams to Score | Both Teams to Score | 2026-10-03T19:00Z | lal-get-ray-2026-10-03-btts
  kalshi | | Rayo Vallecano at Getafe: Totals | Over 2.5 goals scored | 2026-10-17T19:00Z | KXLALIGATOTAL-26OCT03GETRAY-2
same: a spread in both wordings
  polymarket | Atalanta BC vs. Udinese Calcio - More Markets | Spread: Atalanta BC (-1.5) | Atalanta BC / Udinese Calcio | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-spread-home-1pt5
  kalshi | | Atalanta wins by over 1.5 goals? | Atalanta wins by over 1.5 goals | 2026-11-21T17:00Z | KXSERIEASPREAD-26NOV07ATAUDI-ATA1
different: the spread of the other side
  polymarket | Atalanta BC vs. Udinese Calcio - More Markets | Spread: Udinese Calcio (-1.5) | Udinese Calcio / Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-spread-away-1pt5
  kalshi | | Atalanta wins by over 1.5 goals? | Atalanta wins by over 1.5 goals | 2026-11-21T17:00Z | KXSERIEASPREAD-26NOV07ATAUDI-ATA1
subset: who wins by two wins
  polymarket | Atalanta BC vs. Udinese Calcio - More Markets | Spread: Atalanta BC (-1.5) | Atalanta BC / Udinese Calcio | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-spread-home-1pt5
  kalshi | | Atalanta vs Udinese Winner? | Atalanta | 2026-11-21T17:00Z | KXSERIEAGAME-26NOV07ATAUDI-ATA
different: who wins by two, against the other
  polymarket | Atalanta BC vs. Udinese Calcio - More Markets | Spread: Atalanta BC (-1.5) | Atalanta BC / Udinese Calcio | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-spread-home-1pt5
  kalshi | | Atalanta vs Udinese Winner? | Udinese | 2026-11-21T17:00Z | KXSERIEAGAME-26NOV07ATAUDI-UDI
same: who leads at half time wins the first half
  polymarket | Atalanta BC vs. Udinese Calcio - Halftime Result | Atalanta BC leading at halftime? | Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-halftime-result-home
  kalshi | | Will Atalanta win the 1st Half? | Atalanta | 2026-11-21T17:00Z | KXSERIEA1H-26NOV07ATAUDI-ATA
same: a draw at half time
  polymarket | Atalanta BC vs. Udinese Calcio - Halftime Result | Atalanta BC vs. Udinese Calcio: Draw at halftime? | Draw | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-halftime-result-draw
  kalshi | | Atalanta vs Udinese: First Half Winner? | Tie | 2026-11-21T17:00Z | KXSERIEA1H-26NOV07ATAUDI-TIE
different: half time against full time
  polymarket | Atalanta BC vs. Udinese Calcio - Halftime Result | Atalanta BC leading at halftime? | Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-halftime-result-home
  kalshi | | Atalanta vs Udinese Winner? | Atalanta | 2026-11-21T17:00Z | KXSERIEAGAME-26NOV07ATAUDI-ATA
different: the second half against the first
  polymarket | Atalanta BC vs. Udinese Calcio - Second Half Result | Atalanta BC to win the second half? | Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-second-half-result-home
  kalshi | | Will Atalanta win the 1st Half? | Atalanta | 2026-11-21T17:00Z | KXSERIEA1H-26NOV07ATAUDI-ATA
different: an exact score is no win
  polymarket | Atalanta BC vs. Udinese Calcio - Exact Score | Exact Score: Atalanta BC 2 - 1 Udinese Calcio? | | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-exact-score-2-1
  kalshi | | Atalanta vs Udinese Winner? | Atalanta | 2026-11-21T17:00Z | KXSERIEAGAME-26NOV07ATAUDI-ATA
different: a scorer is no winner
  polymarket | Atalanta BC vs. Udinese Calcio - Player Props | Gianluca Scamacca: Anytime Goalscorer | | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-goalscorer-scamacca
  kalshi | | Atalanta vs Udinese Winner? | Atalanta | 2026-11-21T17:00Z | KXSERIEAGAME-26NOV07ATAUDI-ATA
different: who scores first
  polymarket | Atalanta BC vs. Udinese Calcio - More Markets | Atalanta BC to score first vs. Udinese Calcio? | Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-first-to-score-home
  kalshi | | Atalanta vs Udinese Winner? | Atalanta | 2026-11-21T17:00Z | KXSERIEAGAME-26NOV07ATAUDI-ATA
different: the next meeting of the same two
  polymarket | Atalanta BC vs. Udinese Calcio | Will Atalanta BC win on 2026-11-07? | Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-ata
  kalshi | | Udinese vs Atalanta Winner? | Atalanta | 2027-03-28T17:00Z | KXSERIEAGAME-27MAR14UDIATA-ATA
different: the cup against the league
  polymarket | Atalanta BC vs. Udinese Calcio | Will Atalanta BC win on 2026-11-07? | Atalanta BC | 2026-11-07T17:00Z | sea-ata-udi-2026-11-07-ata
  kalshi | | Atalanta vs Udinese Winner? | Atalanta | 2026-11-21T17:00Z | KXCOPPAITALIAGAME-26NOV07ATAUDI-ATA
different: advancing is no win after 90 minutes
  polymarket | Japan vs. Croatia - More Markets | Japan vs. Croatia: Team to Advance | Japan / Croatia | 2026-07-01T19:00Z | fifwc-jpn-cro-2026-07-01-to-advance
  kalshi | | Japan vs Croatia Winner? | Japan | 2026-07-15T19:00Z | KXWCGAME-26JUL01JPNCRO-JPN
different: extra time is another bet
  polymarket | Japan vs. Croatia - More Markets | Japan vs. Croatia: Will the Match Go to Extra Time? | Will the Match Go to Extra Time? | 2026-07-01T19:00Z | fifwc-jpn-cro-2026-07-01-extra-time
  kalshi | | Japan vs Croatia Winner? | Tie | 2026-07-15T19:00Z | KXWCGAME-26JUL01JPNCRO-TIE
same: a country by two names
  polymarket | Cabo Verde vs. Türkiye | Will Türkiye win on 2026-06-18? | Türkiye | 2026-06-18T19:00Z | fifwc-cvi-tur-2026-06-18-tur
  kalshi | | Cape Verde vs Turkey Winner? | Turkey | 2026-07-02T19:00Z | KXWCGAME-26JUN18CPVTUR-TUR
same: the same player scores
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: 2+ goals | | 2026-06-22T21:00Z | fifwc-nor-sen-2026-06-22-goals-erling-haaland-gte2
  kalshi | | Erling Haaland: 2+ goals | Erling Haaland: 2+ | 2026-06-23T21:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-2
subset: two goals are one
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: 2+ goals | | 2026-06-22T21:00Z | fifwc-nor-sen-2026-06-22-goals-erling-haaland-gte2
  kalshi | | Erling Haaland: 1+ goals | Erling Haaland: 1+ | 2026-06-23T21:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-1
different: another player
  polymarket | Norway vs. Senegal - Player Props | Alexander Sorloth: 1+ goals | | 2026-06-22T21:00Z | fifwc-nor-sen-2026-06-22-goals-alexander-sorloth-gte1
  kalshi | | Erling Haaland: 1+ goals | Erling Haaland: 1+ | 2026-06-23T21:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-1
different: assists are no goals
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: 1+ assists | | 2026-06-22T21:00Z | fifwc-nor-sen-2026-06-22-assists-erling-haaland-gte1
  kalshi | | Erling Haaland: 1+ goals | Erling Haaland: 1+ | 2026-06-23T21:00Z | KXWCGOAL-26JUN22NORSEN-NOREHAALAND9-1
same: nicknames and cities
  polymarket | | Mariners vs. Astros | Mariners / Astros | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04
  kalshi | | Seattle vs Houston Winner? | Seattle | 2026-08-07T00:10Z | KXMLBGAME-26AUG042010SEAHOU-SEA
different: the game of the next day
  polymarket | | Mariners vs. Astros | Mariners / Astros | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04
  kalshi | | Seattle vs Houston Winner? | Seattle | 2026-08-08T00:10Z | KXMLBGAME-26AUG05SEAHOU-SEA
different: baseball against football
  polymarket | | Seattle vs. Houston | Seahawks / Texans | 2026-09-14T00:10Z | nfl-sea-hou-2026-09-13
  kalshi | | Seattle vs Houston Winner? | Seattle | 2026-09-16T00:10Z | KXMLBGAME-26SEP13SEAHOU-SEA
different: the first five innings
  polymarket | | Mariners vs. Astros: First 5 Innings Winner | Mariners / Astros | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04-f5
  kalshi | | Seattle vs Houston Winner? | Seattle | 2026-08-07T00:10Z | KXMLBGAME-26AUG04SEAHOU-SEA
same: a total of runs
  polymarket | | Mariners vs. Astros: O/U 8.5 | Over / Under | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04-total-8pt5
  kalshi | | Seattle vs Houston: Total Runs | Over 8.5 runs scored | 2026-08-07T00:10Z | KXMLBTOTAL-26AUG04SEAHOU-9
same: a run line
  polymarket | | Spread: Astros (-1.5) | Astros / Mariners | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04-spread-away-1pt5
  kalshi | | Houston wins by over 1.5 runs? | Houston wins by over 1.5 runs | 2026-08-07T00:10Z | KXMLBSPREAD-26AUG04SEAHOU-HOU2
different: strikeouts of a pitcher
  polymarket | | Bryan Woo: Strikeouts O/U 6.5 | Over / Under | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04-strikeouts-bryan-woo-6pt5
  kalshi | | Seattle vs Houston: Total Runs | Over 6.5 runs scored | 2026-08-07T00:10Z | KXMLBTOTAL-26AUG04SEAHOU-7
same: basketball by cities and names
  polymarket | | Celtics vs. Pacers | Celtics / Pacers | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02
  kalshi | | Boston at Indiana Winner? | Boston | 2026-12-16T00:30Z | KXNBAGAME-26DEC02BOSIND-BOS
different: women's basketball
  polymarket | | Indiana vs. New York | Pacers / Knicks | 2026-05-20T23:00Z | nba-ind-nyk-2026-05-20
  kalshi | | Indiana vs New York Winner? | Indiana | 2026-05-23T23:00Z | KXWNBAGAME-26MAY20INDNYL-IND
different: the first quarter
  polymarket | | Celtics vs. Pacers: 1st Quarter Winner | Celtics / Pacers | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02-1q-moneyline
  kalshi | | Boston at Indiana Winner? | Boston | 2026-12-16T00:30Z | KXNBAGAME-26DEC02BOSIND-BOS
same: the first half of a basketball game
  polymarket | | Celtics vs. Pacers: 1H Moneyline | Celtics / Pacers | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02-1h-moneyline
  kalshi | | Boston at Indiana: First Half Winner? | Boston wins 1st half | 2026-12-16T00:30Z | KXNBA1HWINNER-26DEC02BOSIND-BOS
same: hockey
  polymarket | | Maple Leafs vs. Bruins | Maple Leafs / Bruins | 2026-11-15T00:00Z | nhl-tor-bos-2026-11-14
  kalshi | | Toronto at Boston Winner? | Toronto | 2026-11-28T00:00Z | KXNHLGAME-26NOV14TORBOS-TOR
different: hockey against basketball in the same cities
  polymarket | | Toronto vs. Boston | Raptors / Celtics | 2026-11-15T00:00Z | nba-tor-bos-2026-11-14
  kalshi | | Toronto at Boston Winner? | Toronto | 2026-11-28T00:00Z | KXNHLGAME-26NOV14TORBOS-TOR
different: the cities say nothing of the sport
  polymarket | | Toronto vs. Boston | Toronto / Boston | 2026-11-15T00:00Z |
  kalshi | | Toronto at Boston Winner? | Toronto | 2026-11-28T00:00Z | KXNHLGAME-26NOV14TORBOS-TOR
same: a map of esports
  polymarket | Counter-Strike: Team Spirit vs Natus Vincere (BO3) - Playoffs | Counter-Strike: Team Spirit vs Natus Vincere - Map 2 Winner | Team Spirit / Natus Vincere | 2026-09-19T14:00Z | cs2-ts-navi-2026-09-19-game2
  kalshi | | Will Natus Vincere win map 2 in the Natus Vincere vs. Team Spirit match? | Natus Vincere | 2026-09-20T14:00Z | KXCS2MAP-26SEP191000NAVITS-2-NAVI
different: another map
  polymarket | Counter-Strike: Team Spirit vs Natus Vincere (BO3) - Playoffs | Counter-Strike: Team Spirit vs Natus Vincere - Map 1 Winner | Team Spirit / Natus Vincere | 2026-09-19T14:00Z | cs2-ts-navi-2026-09-19-game1
  kalshi | | Will Natus Vincere win map 2 in the Natus Vincere vs. Team Spirit match? | Natus Vincere | 2026-09-20T14:00Z | KXCS2MAP-26SEP191000NAVITS-2-NAVI
different: a map against the match
  polymarket | Counter-Strike: Team Spirit vs Natus Vincere (BO3) - Playoffs | Counter-Strike: Team Spirit vs Natus Vincere - Map 1 Winner | Team Spirit / Natus Vincere | 2026-09-19T14:00Z | cs2-ts-navi-2026-09-19-game1
  kalshi | | Will Natus Vincere win the Natus Vincere vs. Team Spirit CS2 match? | Natus Vincere | 2026-09-20T14:00Z | KXCS2GAME-26SEP191000NAVITS-NAVI
same: the match itself
  polymarket | | Counter-Strike: Team Spirit vs Natus Vincere (BO3) - Playoffs | Team Spirit / Natus Vincere | 2026-09-19T14:00Z | cs2-ts-navi-2026-09-19
  kalshi | | Will Natus Vincere win the Natus Vincere vs. Team Spirit CS2 match? | Natus Vincere | 2026-09-20T14:00Z | KXCS2GAME-26SEP191000NAVITS-NAVI
different: another game of the same two organisations
  polymarket | | LoL: Team Spirit vs Natus Vincere (BO3) - Playoffs | Team Spirit / Natus Vincere | 2026-09-19T14:00Z | lol-ts-navi-2026-09-19
  kalshi | | Will Natus Vincere win the Natus Vincere vs. Team Spirit CS2 match? | Natus Vincere | 2026-09-20T14:00Z | KXCS2GAME-26SEP191000NAVITS-NAVI
same: tennis by surname
  polymarket | | Wimbledon: Taylor Fritz vs Ben Shelton | Taylor Fritz / Ben Shelton | 2026-07-06T12:00Z | atp-fritz-shelton-2026-07-06
  kalshi | | Will Taylor Fritz win the Fritz vs Shelton : Round Of 16 match? | Taylor Fritz | 2026-07-20T12:00Z | KXATPMATCH-26JUL06FRISHE-FRI
different: the first set
  polymarket | Wimbledon: Taylor Fritz vs Ben Shelton | Set 1 Winner: Fritz vs Shelton | Fritz / Shelton | 2026-07-06T12:00Z | atp-fritz-shelton-2026-07-06-first-set-winner
  kalshi | | Will Taylor Fritz win the Fritz vs Shelton : Round Of 16 match? | Taylor Fritz | 2026-07-20T12:00Z | KXATPMATCH-26JUL06FRISHE-FRI
different: sets are no games
  polymarket | Wimbledon: Taylor Fritz vs Ben Shelton | Fritz vs. Shelton: Total Sets O/U 3.5 | Over / Under | 2026-07-06T12:00Z | atp-fritz-shelton-2026-07-06-total-sets-3pt5
  kalshi | | Fritz vs Shelton: Total Games | Over 3.5 games played | 2026-07-20T12:00Z | KXATPTOTAL-26JUL06FRISHE-3
same: a fight
  polymarket | UFC Fight Night | UFC Fight Night: Sean Brady vs. Leon Edwards | Sean Brady / Leon Edwards | 2026-10-10T21:00Z | ufc-sea-leo-2026-10-10
  kalshi | | Will Sean Brady win the Brady vs Edwards professional MMA fight scheduled for Oct 10, 2026? | Sean Brady | 2026-10-24T21:00Z | KXUFCFIGHT-26OCT10BRAEDW-BRA
different: how a fight is won
  polymarket | UFC Fight Night: Sean Brady vs. Leon Edwards | Will Sean Brady win by KO or TKO? | | 2026-10-10T21:00Z | ufc-sea-leo-2026-10-10-ko
  kalshi | | Will Sean Brady win the Brady vs Edwards professional MMA fight scheduled for Oct 10, 2026? | Sean Brady | 2026-10-24T21:00Z | KXUFCFIGHT-26OCT10BRAEDW-BRA
different: the distance of another fight
  polymarket | UFC Fight Night: Sean Brady vs. Leon Edwards | UFC Fight Night: Brady vs. Edwards - Fight to Go the Distance? | | 2026-10-10T21:00Z | ufc-sea-leo-2026-10-10-go-the-distance
  kalshi | | Will the fight go the distance? | Fight goes the distance | 2026-10-24T21:00Z | KXUFCDISTANCE-26OCT10COSHER-DIST
different: a reserve team
  polymarket | FC Barcelona Atlètic vs. Real Zaragoza B | Will FC Barcelona B win on 2026-10-04? | FC Barcelona B | 2026-10-04T10:00Z |
  kalshi | | Barcelona vs Zaragoza Winner? | Barcelona | 2026-10-18T10:00Z | KXLALIGAGAME-26OCT04BARZAR-BAR
different: women's football
  polymarket | Chelsea FC Women vs. Arsenal WFC | Will Chelsea FC Women win on 2026-11-08? | Chelsea FC Women | 2026-11-08T12:00Z | wsl-che-ars-2026-11-08-che
  kalshi | | Chelsea vs Arsenal Winner? | Chelsea | 2026-11-22T12:00Z | KXEPLGAME-26NOV08CHEARS-CHE
different: basketball of two football clubs
  polymarket | | FC Barcelona vs. Olympiacos | FC Barcelona / Olympiacos | 2026-10-21T19:00Z | euroleague-bar-oly-2026-10-21
  kalshi | | Barcelona vs Olympiacos Winner? | Barcelona | 2026-11-04T19:00Z | KXUCLGAME-26OCT21BAROLY-BAR
same: the league as a heading
  limitless | | Bundesliga, Dortmund vs Leverkusen, Nov 21, 2026: Dortmund | Dortmund | 2026-11-21T20:00Z |
  kalshi | | Dortmund vs Leverkusen Winner? | Dortmund | 2026-12-05T17:30Z | KXBUNDESLIGAGAME-26NOV21BVBB04-BVB
different: a draw under a heading
  limitless | | Bundesliga, Dortmund vs Leverkusen, Nov 21, 2026: Draw | Draw | 2026-11-21T20:00Z |
  kalshi | | Dortmund vs Leverkusen Winner? | Dortmund | 2026-12-05T17:30Z | KXBUNDESLIGAGAME-26NOV21BVBB04-BVB
same: full time result
  smarkets | Bundesliga: Dortmund vs Leverkusen | Full-time result | Dortmund | 2026-11-21T17:30Z |
  polymarket | Borussia Dortmund vs. Bayer 04 Leverkusen | Will Borussia Dortmund win on 2026-11-21? | Borussia Dortmund | 2026-11-21T17:30Z | bun-dor-lev-2026-11-21-dor
different: attending is no game
  polymarket | | Will Donald Trump attend the Dolphins vs. Jets game? | | 2026-12-06T18:00Z |
  kalshi | | Miami at New York J Winner? | Miami | 2026-12-20T18:00Z | KXNFLGAME-26DEC06MIANYJ-MIA
different: the referee of a game
  polymarket | Japan vs. Croatia - More Markets | Will Michael Oliver referee Japan vs. Croatia? | | 2026-07-01T19:00Z | fifwc-jpn-cro-2026-07-01-referee
  kalshi | | Japan vs Croatia Winner? | Japan | 2026-07-15T19:00Z | KXWCGAME-26JUL01JPNCRO-JPN
different: most cards
  polymarket | Japan vs. Croatia - More Markets | Japan vs. Croatia: Most Yellow Cards | Japan / Croatia | 2026-07-01T19:00Z | fifwc-jpn-cro-2026-07-01-most-cards
  kalshi | | Japan vs Croatia Winner? | Japan | 2026-07-15T19:00Z | KXWCGAME-26JUL01JPNCRO-JPN
different: a win or a draw
  polymarket | Japan vs. Croatia - More Markets | Japan vs. Croatia: Double Chance - Japan or Draw | | 2026-07-01T19:00Z | fifwc-jpn-cro-2026-07-01-double-chance
  kalshi | | Japan vs Croatia Winner? | Japan | 2026-07-15T19:00Z | KXWCGAME-26JUL01JPNCRO-JPN
different: a game against the tournament
  polymarket | Japan vs. Croatia | Will Japan win on 2026-07-01? | Japan | 2026-07-01T19:00Z | fifwc-jpn-cro-2026-07-01-jpn
  kalshi | | Will Japan win the World Cup? | Japan | 2026-07-20T19:00Z | KXMENWORLDCUP-26-JPN
different: a series against a game of it
  polymarket | | Who will win the series? Celtics vs. Pacers | Celtics / Pacers | 2026-05-30T00:30Z |
  kalshi | | Boston at Indiana Winner? | Boston | 2026-06-12T00:30Z | KXNBAGAME-26MAY29BOSIND-BOS
reversed: under against over
  polymarket | | Celtics vs. Pacers: Under 220.5 | | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02-total-220pt5
  kalshi | | Boston at Indiana: Total Points | Over 220.5 points scored | 2026-12-16T00:30Z | KXNBATOTAL-26DEC02BOSIND-220
reversed: one side wins where the other does not
  rain | | Will the Celtics beat the Pacers on December 2, 2026? | Yes / No | 2026-12-03T00:30Z |
  kalshi | | Boston at Indiana Winner? | Indiana | 2026-12-16T00:30Z | KXNBAGAME-26DEC02BOSIND-IND
different: 1h spread vs spread
  polymarket | Chiefs vs. Raiders | 1H Spread: Chiefs (-3.5) | Chiefs / Raiders | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-1h-spread-home-3pt5
  kalshi | | Kansas City wins by over 3.5 Points? | Kansas City wins by over 3.5 points | 2026-11-01T20:25Z | KXNFLSPREAD-26OCT18KCLV-KC3
same: spread
  polymarket | Chiefs vs. Raiders | Spread: Chiefs (-3.5) | Chiefs / Raiders | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-spread-home-3pt5
  kalshi | | Kansas City wins by over 3.5 Points? | Kansas City wins by over 3.5 points | 2026-11-01T20:25Z | KXNFLSPREAD-26OCT18KCLV-KC3
different: 1h total
  polymarket | Chiefs vs. Raiders | Chiefs vs. Raiders: 1H O/U 24.5 | Over / Under | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-1h-total-24pt5
  kalshi | | Kansas City at Las Vegas: Total Points | Over 24.5 points scored | 2026-11-01T20:25Z | KXNFLTOTAL-26OCT18KCLV-24
different: team total
  polymarket | Chiefs vs. Raiders | Chiefs Team Total: O/U 24.5 | Over / Under | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-team-total-home-24pt5
  kalshi | | Kansas City at Las Vegas: Total Points | Over 24.5 points scored | 2026-11-01T20:25Z | KXNFLTOTAL-26OCT18KCLV-24
different: team total of the other
  polymarket | Chiefs vs. Raiders | Chiefs Team Total: O/U 24.5 | Over / Under | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-team-total-home-24pt5
  kalshi | | Las Vegas Total Points | Over 24.5 points scored | 2026-11-01T20:25Z | KXNFLTEAMTOTAL-26OCT18KCLV-LV24
different: yards
  polymarket | Chiefs vs. Raiders | Patrick Mahomes: Passing Yards O/U 250.5 | Over / Under | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-passing-yards-patrick-mahomes-250pt5
  kalshi | | Patrick Mahomes: 250+ rushing yards | Patrick Mahomes: 250+ | 2026-11-01T20:25Z | KXNFLRSHYDS-26OCT18KCLV-KCPMAHOMES15-250
different: yards of another
  polymarket | Chiefs vs. Raiders | Patrick Mahomes: Passing Yards O/U 249.5 | Over / Under | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-passing-yards-patrick-mahomes-249pt5
  kalshi | | Geno Smith: 250+ passing yards | Geno Smith: 250+ | 2026-11-01T20:25Z | KXNFLPASSYDS-26OCT18KCLV-LVGSMITH7-250
different: anytime touchdown
  polymarket | Chiefs vs. Raiders | Travis Kelce: Anytime Touchdown | | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-anytime-td-travis-kelce
  kalshi | | Travis Kelce: First Touchdown | Travis Kelce | 2026-11-01T20:25Z | KXNFLFIRSTTD-26OCT18KCLV-KCTKELCE87
different: overtime
  polymarket | Chiefs vs. Raiders | Will there be overtime in Chiefs vs. Raiders? | | 2026-10-18T20:25Z | nfl-kc-lv-2026-10-18-overtime
  kalshi | | Kansas City at Las Vegas Winner? | Kansas City | 2026-11-01T20:25Z | KXNFLGAME-26OCT18KCLV-KC
different: points against rebounds
  polymarket | Celtics vs. Pacers | Jayson Tatum: Points O/U 24.5 | Over / Under | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02-points-jayson-tatum-24pt5
  kalshi | | Boston at Indiana: Total Points | Over 24.5 points scored | 2026-12-16T00:30Z | KXNBATOTAL-26DEC02BOSIND-24
different: points and rebounds of one
  polymarket | Celtics vs. Pacers | Jayson Tatum: Rebounds O/U 9.5 | Over / Under | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02-rebounds-jayson-tatum-9pt5
  kalshi | | Jayson Tatum: 10+ points | Jayson Tatum: 10+ | 2026-12-16T00:30Z | KXNBAPTS-26DEC02BOSIND-BOSJTATUM0-10
same: points of one
  polymarket | Celtics vs. Pacers | Jayson Tatum: Points O/U 24.5 | Over / Under | 2026-12-03T00:30Z | nba-bos-ind-2026-12-02-points-jayson-tatum-24pt5
  kalshi | | Jayson Tatum: 25+ points | Jayson Tatum: 25+ | 2026-12-16T00:30Z | KXNBAPTS-26DEC02BOSIND-BOSJTATUM0-25
different: double header
  polymarket | | Mariners vs. Astros - Game 2 | Mariners / Astros | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04
  kalshi | | Seattle vs Houston Winner? (Game 1) | Seattle | 2026-08-07T00:10Z | KXMLBGAME-26AUG041310SEAHOUG1-SEA
different: will score in first inning
  polymarket | | Mariners vs. Astros: Run in the 1st Inning? | | 2026-08-05T00:10Z | mlb-sea-hou-2026-08-04-nrfi
  kalshi | | Seattle vs Houston Winner? | Seattle | 2026-08-07T00:10Z | KXMLBGAME-26AUG04SEAHOU-SEA
different: spring training against season
  polymarket | | Mariners vs. Astros | Mariners / Astros | 2026-03-05T20:10Z | mlbst-sea-hou-2026-03-05
  kalshi | | Seattle vs Houston Winner? | Seattle | 2026-03-07T00:10Z | KXMLBGAME-26MAR06SEAHOU-SEA
different: college against pro in the same city
  polymarket | | Houston vs. Cincinnati | Houston Cougars / Cincinnati Bearcats | 2026-11-14T20:00Z | cfb-hou-cin-2026-11-14
  kalshi | | Houston at Cincinnati Winner? | Houston | 2026-11-28T20:00Z | KXNFLGAME-26NOV14HOUCIN-HOU
different: tennis players of the same surname
  polymarket | | Madrid Open: Francisco Cerundolo vs Jannik Sinner | Francisco Cerundolo / Jannik Sinner | 2026-04-28T12:00Z | atp-cerund-sinner-2026-04-28
  kalshi | | Will Juan Manuel Cerundolo win the Juan Manuel Cerundolo vs Sinner match? | Juan Manuel Cerundolo | 2026-05-12T12:00Z | KXATPMATCH-26APR28CERSIN-CER
different: atp against wta
  polymarket | | Madrid Open: Singh vs Zhang | Singh / Zhang | 2026-04-28T12:00Z | wta-singh-zhang-2026-04-28
  kalshi | | Will Singh win the Singh vs Zhang match? | Singh | 2026-05-12T12:00Z | KXATPMATCH-26APR28SINZHA-SIN
different: doubles against singles
  polymarket | | Madrid Open Doubles: Bolelli/Vavassori vs Granollers/Zeballos | Bolelli/Vavassori / Granollers/Zeballos | 2026-04-28T12:00Z | atp-bolvav-grazeb-2026-04-28
  kalshi | | Will Bolelli win the Bolelli vs Granollers match? | Bolelli | 2026-05-12T12:00Z | KXATPMATCH-26APR28BOLGRA-BOL
different: sets handicap
  polymarket | Madrid Open: Fritz vs Shelton | Set Handicap: Fritz (-1.5) | Fritz / Shelton | 2026-04-28T12:00Z | atp-fritz-shelton-2026-04-28-set-handicap
  kalshi | | Fritz wins by over 1.5 games? | Fritz wins by over 1.5 games | 2026-05-12T12:00Z | KXATPSPREAD-26APR28FRISHE-FRI1
different: map handicap against match
  polymarket | Counter-Strike: Spirit vs NAVI (BO3) | Map Handicap: Spirit (-1.5) | Spirit / NAVI | 2026-09-19T14:00Z | cs2-ts-navi-2026-09-19-map-handicap
  kalshi | | Will Spirit win the Spirit vs. NAVI CS2 match? | Spirit | 2026-09-20T14:00Z | KXCS2GAME-26SEP19TSNAVI-TS
different: total maps
  polymarket | Counter-Strike: Spirit vs NAVI (BO3) | Games Total: O/U 2.5 | Over / Under | 2026-09-19T14:00Z | cs2-ts-navi-2026-09-19-total-games-2pt5
  kalshi | | Total rounds in map 1: Spirit vs. NAVI | Over 2.5 | 2026-09-20T14:00Z | KXCS2TOTALROUNDS-26SEP19TSNAVI-2
different: round of a fight
  polymarket | UFC 330: Brady vs. Edwards | UFC 330: Brady vs. Edwards - O/U 2.5 Rounds | Over / Under | 2026-10-10T21:00Z | ufc-bra-edw-2026-10-10-total-rounds-2pt5
  kalshi | | Will Brady win the Brady vs Edwards fight? | Brady | 2026-10-24T21:00Z | KXUFCFIGHT-26OCT10BRAEDW-BRA
different: method
  polymarket | UFC 330: Brady vs. Edwards | Will the fight be won by KO or TKO? | | 2026-10-10T21:00Z | ufc-bra-edw-2026-10-10-ko-tko
  kalshi | | Will the fight go the distance? | Fight goes the distance | 2026-10-24T21:00Z | KXUFCDISTANCE-26OCT10BRAEDW-DIST
same: distance
  polymarket | UFC 330: Brady vs. Edwards | UFC 330: Brady vs. Edwards - Fight to Go the Distance? | | 2026-10-10T21:00Z | ufc-bra-edw-2026-10-10-go-the-distance
  kalshi | | Will the fight go the distance? | Fight goes the distance | 2026-10-24T21:00Z | KXUFCDISTANCE-26OCT10BRAEDW-DIST
different: cricket toss
  polymarket | | IPL: Mumbai Indians vs Chennai Super Kings - Who wins the toss? | Mumbai Indians / Chennai Super Kings | 2026-04-20T14:00Z | cricipl-mum-che-2026-04-20-toss-winner
  kalshi | | Mumbai vs Chennai Winner? | Mumbai | 2026-05-04T14:00Z | KXIPLGAME-26APR20MUMCHE-MUM
different: completed match
  polymarket | | IPL: Mumbai Indians vs Chennai Super Kings - Completed match? | | 2026-04-20T14:00Z | cricipl-mum-che-2026-04-20-completed-match
  kalshi | | Mumbai vs Chennai Winner? | Mumbai | 2026-05-04T14:00Z | KXIPLGAME-26APR20MUMCHE-MUM
different: most sixes
  polymarket | | IPL: Mumbai Indians vs Chennai Super Kings - Most Sixes | Mumbai Indians / Chennai Super Kings | 2026-04-20T14:00Z | cricipl-mum-che-2026-04-20-most-sixes
  kalshi | | Mumbai vs Chennai Winner? | Mumbai | 2026-05-04T14:00Z | KXIPLGAME-26APR20MUMCHE-MUM
different: top batter
  polymarket | | IPL: Mumbai Indians vs Chennai Super Kings - Team Top Batter | Rohit Sharma / Suryakumar Yadav | 2026-04-20T14:00Z | cricipl-mum-che-2026-04-20-top-batter
  kalshi | | Mumbai vs Chennai Winner? | Mumbai | 2026-05-04T14:00Z | KXIPLGAME-26APR20MUMCHE-MUM
different: friendly against league
  polymarket | Arsenal FC vs. Chelsea FC | Will Arsenal FC win on 2026-08-01? | Arsenal FC | 2026-08-01T14:00Z | fr-ars-che-2026-08-01-ars
  kalshi | | Arsenal vs Chelsea Winner? | Arsenal | 2026-08-15T14:00Z | KXEPLGAME-26AUG02ARSCHE-ARS
`)
