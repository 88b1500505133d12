import { readServedPairs } from '../support/served.js'

/** Markets of 2026 of all kinds, with one wording a class that no other set has. */
export const unseenMixedSeason = readServedPairs(`
same: a governor by party in another wording
  polymarket | Arizona Governor Election Winner | Will the Democrats win the Arizona governor race in 2026? | Democrats | 2026-11-03T00:00Z | will-the-democrats-win-the-arizona-governor-race-in-2026
  kalshi | Arizona Governor winner? | Will the Democratic party win the governorship in Arizona | Democratic party | 2027-11-03T15:00Z | GOVPARTYAZ-26-D
same: nominee of a state for governor
  polymarket | Wisconsin Governor Democratic Primary Winner | Will Mandela Barnes be the Democratic nominee for Governor in Wisconsin? | Mandela Barnes | 2026-08-11T00:00Z | will-mandela-barnes-be-the-democratic-nominee-for-governor-in-wisconsin
  kalshi | Wisconsin Democratic Governor nominee? | Will Mandela Barnes be the Democratic nominee for Governor in Wisconsin? | Mandela Barnes | 2026-11-03T15:00Z | KXGOVWINOMD-26-MBAR
same: advance to a runoff
  polymarket | Los Angeles Mayoral Election: Advance to Runoff | Will Nithya Raman advance to the runoff of the 2026 Los Angeles mayoral election? | Nithya Raman | 2026-06-02T00:00Z | will-nithya-raman-advance-to-the-runoff-of-the-2026-los-angeles-mayoral-election
  kalshi | LA Mayor: who will advance to the runoff? | Will Nithya Raman advance to the runoff in the Los Angeles mayoral election? | Nithya Raman | 2026-06-27T14:00Z | KXLAMAYORRUNOFF-26-NRAM
same: chancellor
  polymarket | Next Chancellor of Germany | Will Hendrik Wüst be the next Chancellor of Germany? | Hendrik Wüst | 2029-12-31T00:00Z | will-hendrik-wst-be-the-next-chancellor-of-germany
  kalshi | Next German Chancellor? | Who will be the next Chancellor of Germany? | Hendrik Wüst | 2030-12-31T15:00Z | KXNEXTCHANCELLOR-30-HWUS
same: mayor of a city
  polymarket | Seoul Mayoral Election Winner | Will Chong Won-o win the 2026 Seoul Mayoral Election? | Chong Won-o | 2026-06-03T00:00Z | will-chong-won-o-win-the-2026-seoul-mayoral-election
  kalshi | Who will win the 2026 Seoul mayoral election? | Will Chong Won-o win the 2026 Seoul mayoral election? | Chong Won-o | 2027-06-03T14:00Z | KXSEOULMAYOR-26JUN03-CWON
same: a party that wins the most seats
  polymarket | Bulgarian Parliamentary Election Winner | Will GERB-SDS win the most seats in the 2026 Bulgarian parliamentary election? | GERB-SDS | 2026-10-04T00:00Z | will-gerb-sds-win-the-most-seats-in-the-2026-bulgarian-parliamentary-election
  kalshi | Bulgaria parliamentary election winner? | Will GERB-SDS win the most seats in the next Bulgarian parliamentary election? | GERB-SDS | 2027-10-04T14:00Z | KXBULGARIAPARLI-26-GERB
same: a strike on a country
  polymarket | US strikes Venezuela by...? | US strikes Venezuela by September 30, 2026? | September 30 | 2026-09-30T00:00Z | us-strikes-venezuela-by-september-30-2026
  kalshi | US strikes Venezuela? | Will the United States strike Venezuela before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXUSSTRIKEVEN-26OCT01
same: a visit to a country
  polymarket | Which countries will Donald Trump visit in 2026? | Will Donald Trump visit Japan in 2026? | Japan | 2026-12-31T00:00Z | will-donald-trump-visit-japan-in-2026
  kalshi | Which countries will Trump visit in 2026? | Will Donald Trump visit Japan in 2026? | Japan | 2027-01-01T15:00Z | KXTRUMPVISIT-26-JPN
same: attends a summit
  polymarket | Who will attend the G20 Summit? | Will Xi Jinping attend the 2026 G20 Summit? | Xi Jinping | 2026-12-15T00:00Z | will-xi-jinping-attend-the-2026-g20-summit
  kalshi | Who will attend the G20 summit? | Will Xi Jinping attend the 2026 G20 summit in person? | Xi Jinping | 2026-12-16T15:00Z | KXATTENDG20-26-XI
same: a minister of a cabinet
  polymarket | | Howard Lutnick out as Commerce Secretary by December 31, 2026? | | 2026-12-31T00:00Z | howard-lutnick-out-as-commerce-secretary-by-december-31-2026
  kalshi | Howard Lutnick out? | Will Howard Lutnick leave as Secretary of Commerce before Jan 1, 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXLUTNICKOUT-27JAN01
same: impeachment
  polymarket | | Will Donald Trump be impeached by December 31, 2027? | | 2027-12-31T00:00Z | will-donald-trump-be-impeached-by-december-31-2027
  kalshi | Will Trump be impeached? | Will Donald Trump be impeached before 2028? | Before 2028 | 2028-01-01T15:00Z | KXIMPEACH-28
same: payrolls within a range
  polymarket | How many jobs added in June? | Will the US add between 50k and 100k jobs in June? | 50k-100k | 2026-07-02T00:00Z | will-the-us-add-between-50k-and-100k-jobs-in-june
  kalshi | Jobs added in Jun 2026? | Will between 50,000 and 100,000 jobs be added in June 2026? | 50,000 to 100,000 | 2026-07-02T12:25Z | KXPAYROLLSB-26JUN-B75000
same: an index of prices within a year
  polymarket | PCE inflation in June - Annual | Will annual PCE inflation be 2.9% in June? | 2.9% | 2026-07-31T00:00Z | will-annual-pce-inflation-be-2pt9-in-june
  kalshi | PCE year-over-year in Jun 2026? | PCE year-over-year in Jun 2026? | Exactly 2.9% | 2026-07-31T12:25Z | KXECONSTATPCEYOY-26JUN-T2.9
same: a cut of the Bank of England
  polymarket | Bank of England decision in August? | Will the Bank of England decrease the bank rate by 25 bps after the August meeting? | 25 bps decrease | 2026-08-06T00:00Z | will-the-bank-of-england-decrease-the-bank-rate-by-25-bps-after-the-august-meeting
  kalshi | Bank of England rate decision in August | Will the Bank of England Cut 25bps at the August Bank of England Monetary Policy Committee meeting? | Cut 25bps | 2026-08-06T11:00Z | KXCBDECISIONENGLAND-26AUG06-C25
same: a dissent
  polymarket | How many dissent at the July Fed meeting? | Will 2 people dissent at the July Fed meeting? | 2 | 2026-07-29T00:00Z | will-2-people-dissent-at-the-july-fed-meeting
  kalshi | How many members will dissent at the July Fed meeting? | Will exactly 2 people dissent at the July Fed meeting? | Exactly 2 | 2026-07-29T17:59Z | KXFEDDISSENT-26JUL-2
same: close of gold
  polymarket | Gold (GC) above ___ end of July? | Will Gold (GC) settle above $4,500 on July 31? | $4,500 | 2026-07-31T17:30Z | gold-gc-above-4500-on-july-31
  kalshi | Gold close price on Jul 31, 2026? | Will gold close above $4500 on Jul 31, 2026? | Above $4,500 | 2026-07-31T17:30Z | KXGOLDD-26JUL31-T4500
same: rides of a company
  polymarket | | Lyft rides above 260M in Q2? | | 2026-08-05T20:00Z | lyft-rides-above-260m-in-q2
  kalshi | | Will Lyft, Inc. report above 260 million Rides in Q2 2026? | Above 260 million | 2026-08-05T20:00Z | KXLYFT-26OCT-260000000
same: cars of a maker
  polymarket | | Rivian deliveries above 12K in Q2? | | 2026-07-02T14:00Z | rivian-deliveries-above-12k-in-q2
  kalshi | | Will Rivian Automotive, Inc. report above 12000 deliveries in Q2 2026? | Above 12,000 | 2026-07-02T14:00Z | KXRIVN-26JUL-12000
same: a company that is acquired
  polymarket | | Will TikTok be acquired by Oracle in 2026? | | 2026-12-31T00:00Z | will-tiktok-be-acquired-by-oracle-in-2026
  kalshi | Who will acquire TikTok? | Will Oracle acquire TikTok before 2027? | Oracle | 2027-01-01T15:00Z | KXACQTIKTOK-27-ORCL
same: a team of the playoffs of basketball
  polymarket | NBA: Team to make the playoffs | Will the Atlanta Hawks make the 2026-27 NBA Playoffs? | Atlanta Hawks | 2027-04-17T00:00Z | will-the-atlanta-hawks-make-the-2026-27-nba-playoffs
  kalshi | Pro Basketball Playoff Qualifiers | Pro Basketball Playoff Qualifiers | Atlanta | 2027-04-30T14:00Z | KXNBAPLAYOFF-27-ATL
same: winner of the Atlantic
  polymarket | NBA Atlantic Division Winner | Will the New York Knicks win the NBA Atlantic Division in 2026-27? | New York Knicks | 2027-04-12T00:00Z | will-the-new-york-knicks-win-the-nba-atlantic-division-in-2026-27
  kalshi | Atlantic Division Winner | Will New York win the Atlantic Division? | New York | 2027-04-26T14:00Z | KXNBAATLANTIC-27-NYK
same: rebounds of a player
  polymarket | Nuggets vs. Jazz | Nikola Jokić: Rebounds O/U 12.5 | Over / Under | 2026-12-02T02:00Z | nba-den-uta-2026-12-01-rebounds-nikola-jokic-12pt5
  kalshi | Denver at Utah: Rebounds | Nikola Jokic: 13+ rebounds | Nikola Jokic: 13+ | 2026-12-15T02:00Z | KXNBAREB-26DEC01DENUTA-DENNJOKIC15-13
same: a receiver's yards
  polymarket | Bengals vs. Ravens | Ja'Marr Chase: Receiving Yards O/U 79.5 | Over / Under | 2026-11-27T01:20Z | nfl-cin-bal-2026-11-26-receiving-yards-jamarr-chase-79pt5
  kalshi | Cincinnati at Baltimore: Receiving Yards | Ja'Marr Chase: 80+ receiving yards | Ja'Marr Chase: 80+ | 2026-12-10T01:20Z | KXNFLRECYDS-26NOV26CINBAL-CINJCHASE1-80
same: spread of a half
  polymarket | Bengals vs. Ravens | 1H Spread: Ravens (-3.5) | Ravens / Bengals | 2026-11-27T01:20Z | nfl-cin-bal-2026-11-26-first-half-spread-home-3pt5
  kalshi | Cincinnati at Baltimore: First Half Spread | Baltimore wins the 1H by over 3.5 points? | Baltimore wins the 1H by over 3.5 points | 2026-12-10T01:20Z | KXNFL1HSPREAD-26NOV26CINBAL-BAL4
same: number one of a draft of football
  polymarket | 2027 NFL Draft: 1st Overall Pick | Will Arch Manning be the first pick in the 2027 NFL Draft? | Arch Manning | 2027-04-29T00:00Z | will-arch-manning-be-the-first-pick-in-the-2027-nfl-draft
  kalshi | Pro Football Draft: #1 Overall Pick | Who will be picked first in the Pro Football Draft? | Arch Manning | 2027-05-13T14:00Z | KXNFLDRAFT1-27-AMAN
same: points of a game of colleges
  polymarket | Army vs. Navy | Army vs. Navy: O/U 38.5 | Over / Under | 2026-12-12T20:00Z | cfb-army-navy-2026-12-12-total-38pt5
  kalshi | Army vs Navy: Total Points | Army vs Navy: Total Points | Over 38.5 points scored | 2026-12-26T20:00Z | KXNCAAFTOTAL-26DEC12ARMYNAVY-39
same: women of colleges
  polymarket | South Carolina Gamecocks vs. UConn Huskies (W) | South Carolina Gamecocks vs. UConn Huskies (W) | South Carolina Gamecocks / UConn Huskies | 2026-12-05T23:00Z | cwbb-scar-conn-2026-12-05
  kalshi | South Carolina at UConn | South Carolina at UConn Winner? | UConn | 2026-12-19T23:00Z | KXNCAAWBGAME-26DEC05SCARCONN-CONN
same: a cup tie of a lower league
  polymarket | Wrexham AFC vs. Coventry City FC | Will Coventry City FC win on 2026-03-07? | Coventry City FC | 2026-03-07T15:00Z | elc-wre-cov-2026-03-07-cov
  kalshi | Wrexham vs Coventry | Wrexham vs Coventry Winner? | Coventry | 2026-03-21T15:00Z | KXEFLCHAMPIONSHIPGAME-26MAR07WRECOV-COV
same: a club of Portugal
  polymarket | Sporting CP vs. FC Porto | Will Sporting CP win on 2026-10-25? | Sporting CP | 2026-10-25T20:30Z | por-scp-por-2026-10-25-scp
  kalshi | Sporting CP vs Porto | Sporting CP vs Porto Winner? | Sporting CP | 2026-11-08T20:30Z | KXLIGAPORTUGALGAME-26OCT25SCPPOR-SCP
same: clubs of Turkey
  polymarket | Galatasaray SK vs. Fenerbahçe SK | Will Galatasaray SK vs. Fenerbahçe SK end in a draw? | Draw (Galatasaray SK vs. Fenerbahçe SK) | 2026-11-01T17:00Z | tur-gal-fen-2026-11-01-draw
  kalshi | Galatasaray vs Fenerbahce | Galatasaray vs Fenerbahce Winner? | Tie | 2026-11-15T17:00Z | KXSUPERLIGGAME-26NOV01GALFEN-TIE
same: goals of two clubs
  polymarket | FC Bayern München vs. Real Madrid CF - More Markets | FC Bayern München vs. Real Madrid CF: O/U 3.5 | Over / Under | 2026-10-21T19:00Z | ucl-bay-rma-2026-10-21-total-3pt5
  kalshi | Real Madrid at Bayern Munich: Totals | Real Madrid at Bayern Munich: Totals | Over 3.5 goals scored | 2026-11-04T19:00Z | KXUCLTOTAL-26OCT21BMURMA-4
same: second half of a club
  polymarket | Inter Miami CF vs. Atlanta United FC - More Markets | Inter Miami CF to win the second half? | Inter Miami CF to win the second half? | 2026-09-13T23:30Z | mls-mia-atl-2026-09-13-second-half-result-home
  kalshi | Miami vs Atlanta: Second Half Winner | Will Miami win the 2nd Half? | Miami | 2026-09-27T23:30Z | KXMLS2H-26SEP13MIAATL-MIA
same: a scorer of two
  polymarket | Lionel Messi: 2+ goals | Lionel Messi: 2+ goals | Lionel Messi: 2+ goals | 2026-09-13T23:30Z | mls-mia-atl-2026-09-13-goals-lionel-messi-gte2
  kalshi | Miami vs Atlanta: Goalscorer | Lionel Messi: 2+ goals | Lionel Messi: 2+ | 2026-09-27T23:30Z | KXMLSGOAL-26SEP13MIAATL-MIALMESSI10-2
same: champion of a league of soccer
  polymarket | MLS Cup 2026 Winner | Will Inter Miami CF win the 2026 MLS Cup? | Inter Miami CF | 2026-12-06T00:00Z | will-inter-miami-cf-win-the-2026-mls-cup
  kalshi | MLS Cup Champion | Will Inter Miami win the MLS Cup? | Inter Miami | 2026-12-20T15:00Z | KXMLSCUP-26-MIA
same: second set
  polymarket | US Open: Novak Djokovic vs Ben Shelton | Set 2 Winner: Djokovic vs Shelton | Djokovic / Shelton | 2026-09-09T16:00Z | atp-djokovi-shelton-2026-09-02-set-2-winner
  kalshi | Novak Djokovic vs Ben Shelton: Set 2 Winner | Will Ben Shelton win set 2 in the Novak Djokovic vs Ben Shelton match | Ben Shelton | 2026-09-16T16:00Z | KXATPSETWINNER-26SEP02DJOSHE-2-SHE
same: a cup of teams of golf
  polymarket | 2026 Presidents Cup Winner | Will the United States win the 2026 Presidents Cup? | United States | 2026-09-27T00:00Z | will-the-united-states-win-the-2026-presidents-cup
  kalshi | Presidents Cup Winner | Will Team USA win the Presidents Cup? | Team USA | 2026-10-11T14:00Z | KXPRESIDENTSCUP-26-USA
same: constructors
  polymarket | F1 Constructors' Champion | Will Mercedes win the 2026 F1 Constructors' Championship? | Mercedes | 2026-12-06T00:00Z | will-mercedes-win-the-2026-f1-constructors-championship
  kalshi | F1 Constructors Champion | Will Mercedes win the F1 Constructors Championship? | Mercedes | 2026-12-21T15:00Z | KXF1CONSTRUCTORS-26-MER
same: rounds of a fight
  polymarket | UFC 331: Makhachev vs. Garry | O/U 2.5 Rounds | Over / Under | 2026-09-13T04:00Z | ufc-isl1-ian2-2026-09-12-rounds-2pt5
  kalshi | Makhachev vs Garry: Rounds | Will the Makhachev vs Garry fight last over 2.5 rounds? | Over 2.5 rounds | 2026-09-26T22:00Z | KXUFCROUNDS-26SEP12MAKGAR-3
same: maps of Valorant
  polymarket | Valorant: Fnatic vs Team Heretics (BO3) - VCT EMEA Stage 2 | Valorant: Fnatic vs Team Heretics - Map 2 Winner | Fnatic / Team Heretics | 2026-08-01T17:00Z | val-fnc-th-2026-08-01-game2
  kalshi | Team Heretics vs. Fnatic: Map 2 | Will Fnatic win map 2 in the Team Heretics vs. Fnatic match? | Fnatic | 2026-08-15T17:00Z | KXVALORANTMAP-26AUG011300THFNC-2-FNC
same: a match of Call of Duty
  polymarket | Call of Duty: OpTic Texas vs Toronto KOI (BO5) - CDL Stage 4 | Call of Duty: OpTic Texas vs Toronto KOI (BO5) - CDL Stage 4 | OpTic Texas / Toronto KOI | 2026-06-06T19:00Z | codmw-opt-tor-2026-06-06
  kalshi | Toronto KOI vs. OpTic Texas | Will OpTic Texas win the Toronto KOI vs. OpTic Texas Call of Duty match? | OpTic Texas | 2026-06-20T19:00Z | KXCODGAME-26JUN061500TOROPT-OPT
same: best supporting actor
  polymarket | Oscars 2027: Best Supporting Actor Winner | Will Robert Pattinson win Best Supporting Actor at the 99th Academy Awards? | Robert Pattinson | 2027-03-14T00:00Z | will-robert-pattinson-win-best-supporting-actor-at-the-99th-academy-awards
  kalshi | Oscar for Best Supporting Actor? | Oscar for Best Supporting Actor? | Robert Pattinson | 2027-04-01T14:00Z | KXOSCARSUPACTO-27-RPAT
same: nominated for a prize
  polymarket | Grammys 2027: Album of the Year Nominees | Will "Debí Tirar Más Fotos" be nominated for Album of the Year at the 69th Grammy Awards? | "Debí Tirar Más Fotos" | 2026-11-10T00:00Z | will-deb-tirar-ms-fotos-be-nominated-for-album-of-the-year-at-the-69th-grammy-awards
  kalshi | Grammy nominations: Album of the Year | Will Debi Tirar Mas Fotos be nominated for Album of the Year at the 2027 Grammys? | Debi Tirar Mas Fotos | 2026-12-01T15:00Z | KXGRAMNOMAOTY-27-DEB
same: first week of an album
  polymarket | | Will Drake's "Iceman" debut at #1 on the Billboard 200? | | 2026-06-02T00:00Z | will-drakes-iceman-debut-at-1-on-the-billboard-200
  kalshi | | Will Drake's 'Iceman' debut at #1 on the Billboard 200? | Iceman | 2026-06-09T14:00Z | KXALBUMDEBUT-26JUN-ICE
same: highest grossing film
  polymarket | Highest grossing movie in 2026? | Will "Avengers: Doomsday" be the highest grossing movie of 2026? | "Avengers: Doomsday" | 2026-12-31T00:00Z | will-avengers-doomsday-be-the-highest-grossing-movie-of-2026
  kalshi | Highest grossing movie of 2026? | Will Avengers: Doomsday be the highest grossing movie of 2026? | Avengers: Doomsday | 2027-01-15T15:00Z | KXHIGHESTGROSS-26-AVE
same: a show that survives
  polymarket | Big Brother Season 28 Winner | Will Rylie win Big Brother Season 28? | Rylie | 2026-09-30T00:00Z | will-rylie-win-big-brother-season-28
  kalshi | Big Brother Season 28 winner? | Who will win Big Brother Season 28? | Rylie | 2026-12-31T15:00Z | KXBIGBROTHER-28-RYL
same: a launch of a rocket
  polymarket | | Will New Glenn launch by September 30, 2026? | | 2026-09-30T00:00Z | will-new-glenn-launch-by-september-30-2026
  kalshi | | Will New Glenn launch before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXNEWGLENN-26OCT01
same: tornadoes of a month
  polymarket | How many tornadoes in June? | Will there be between 200 and 224 tornadoes in the US in June? | 200-224 | 2026-06-30T00:00Z | will-there-be-between-200-and-224-tornadoes-in-the-us-in-june
  kalshi | Number of tornadoes in Jun 2026? | Will there be between 200 and 224 tornadoes in the US in June 2026? | 200 to 224 | 2026-07-05T14:00Z | KXTORNADO-26JUN-B212
same: measles
  polymarket | How many measles cases in 2026? | Will there be at least 5,000 measles cases in the U.S. in 2026? | ≥5,000 | 2026-12-31T00:00Z | will-there-be-at-least-5000-measles-cases-in-the-us-in-2026
  kalshi | Measles cases in 2026? | Will there be at least 5000 measles cases in the US in 2026? | At least 5,000 | 2027-01-15T15:00Z | KXMEASLES-26-5000
same: a token's launch
  polymarket | | Will Base launch a token by December 31, 2026? | | 2026-12-31T00:00Z | will-base-launch-a-token-by-december-31-2026
  kalshi | | Will Base launch a token before 2027? | Before 2027 | 2027-01-01T15:00Z | KXTOKENLAUNCH-27-BASE
same: Limitless' form of a club
  limitless | | Serie A, Napoli vs Juventus, Oct 18, 2026: Juventus | Juventus | 2026-10-18T18:45Z |
  kalshi | Napoli vs Juventus | Napoli vs Juventus Winner? | Juventus | 2026-11-01T18:45Z | KXSERIEAGAME-26OCT18NAPJUV-JUV
same: Limitless' form of a race
  limitless | | 2026 F1 Drivers' Champion: George Russell | George Russell | 2027-03-31T00:00Z |
  polymarket | F1 Drivers' Champion | Will George Russell be the 2026 F1 Drivers' Champion? | George Russell | 2026-12-06T00:00Z | will-george-russell-be-the-2026-f1-drivers-champion
different: another month of jobs
  polymarket | How many jobs added in June? | Will the US add between 50k and 100k jobs in June? | 50k-100k | 2026-07-02T00:00Z | will-the-us-add-between-50k-and-100k-jobs-in-june
  kalshi | Jobs added in Jul 2026? | Will between 50,000 and 100,000 jobs be added in July 2026? | 50,000 to 100,000 | 2026-08-07T12:25Z | KXPAYROLLSB-26JUL-B75000
different: another division of basketball
  polymarket | NBA Pacific Division Winner | Will the Los Angeles Lakers win the NBA Pacific Division in 2026-27? | Los Angeles Lakers | 2027-04-12T00:00Z | will-the-los-angeles-lakers-win-the-nba-pacific-division-in-2026-27
  kalshi | Pro Basketball Playoff Qualifiers | Pro Basketball Playoff Qualifiers | Los Angeles C | 2027-04-30T14:00Z | KXNBAPLAYOFF-27-LAC
different: another Los Angeles
  polymarket | NBA: Team to make the playoffs | Will the Los Angeles Lakers make the 2026-27 NBA Playoffs? | Los Angeles Lakers | 2027-04-17T00:00Z | will-the-los-angeles-lakers-make-the-2026-27-nba-playoffs
  kalshi | Pro Basketball Playoff Qualifiers | Pro Basketball Playoff Qualifiers | Los Angeles C | 2027-04-30T14:00Z | KXNBAPLAYOFF-27-LAC
different: miss against make
  polymarket | NFL: Team to miss the playoffs | Will the Dallas Cowboys miss the 2026-27 NFL Playoffs? | Dallas Cowboys | 2027-01-11T00:00Z | will-the-dallas-cowboys-miss-the-2026-27-nfl-playoffs
  kalshi | Pro Football Playoff Qualifiers | Pro Football Playoff Qualifiers | Philadelphia | 2027-01-25T15:00Z | KXNFLPLAYOFF-27-PHI
different: receptions against yards
  polymarket | Bengals vs. Ravens | Ja'Marr Chase: Receptions O/U 7.5 | Over / Under | 2026-11-27T01:20Z | nfl-cin-bal-2026-11-26-receptions-jamarr-chase-7pt5
  kalshi | Cincinnati at Baltimore: Receiving Yards | Ja'Marr Chase: 80+ receiving yards | Ja'Marr Chase: 80+ | 2026-12-10T01:20Z | KXNFLRECYDS-26NOV26CINBAL-CINJCHASE1-80
different: the second half
  polymarket | Inter Miami CF vs. Atlanta United FC | Will Inter Miami CF win on 2026-09-13? | Inter Miami CF | 2026-09-13T23:30Z | mls-mia-atl-2026-09-13-mia
  kalshi | Miami vs Atlanta: Second Half Winner | Will Miami win the 2nd Half? | Miami | 2026-09-27T23:30Z | KXMLS2H-26SEP13MIAATL-MIA
different: goals with assists
  polymarket | Lionel Messi: 2+ goals + assists | Lionel Messi: 2+ goals + assists | Lionel Messi: 2+ goals + assists | 2026-09-13T23:30Z | mls-mia-atl-2026-09-13-goals-assists-lionel-messi-gte2
  kalshi | Miami vs Atlanta: Goalscorer | Lionel Messi: 2+ goals | Lionel Messi: 2+ | 2026-09-27T23:30Z | KXMLSGOAL-26SEP13MIAATL-MIALMESSI10-2
different: supporters' shield against the cup
  polymarket | MLS Supporters' Shield Winner | Will Inter Miami CF win the 2026 MLS Supporters' Shield? | Inter Miami CF | 2026-11-08T00:00Z | will-inter-miami-cf-win-the-2026-mls-supporters-shield
  kalshi | MLS Cup Champion | Will Inter Miami win the MLS Cup? | Inter Miami | 2026-12-20T15:00Z | KXMLSCUP-26-MIA
different: who attacks
  polymarket | Venezuela strikes US by...? | Venezuela strikes US forces by September 30, 2026? | September 30 | 2026-09-30T00:00Z | venezuela-strikes-us-forces-by-september-30-2026
  kalshi | US strikes Venezuela? | Will the United States strike Venezuela before Oct 1, 2026? | Before Oct 1, 2026 | 2026-10-01T14:00Z | KXUSSTRIKEVEN-26OCT01
different: convicted against impeached
  polymarket | | Will Donald Trump be convicted by the Senate by December 31, 2027? | | 2027-12-31T00:00Z | will-donald-trump-be-convicted-by-the-senate-by-december-31-2027
  kalshi | Will Trump be impeached? | Will Donald Trump be impeached before 2028? | Before 2028 | 2028-01-01T15:00Z | KXIMPEACH-28
different: a buyer and the bought
  polymarket | | Will Oracle be acquired by TikTok in 2026? | | 2026-12-31T00:00Z | will-oracle-be-acquired-by-tiktok-in-2026
  kalshi | Who will acquire TikTok? | Will Oracle acquire TikTok before 2027? | Oracle | 2027-01-01T15:00Z | KXACQTIKTOK-27-ORCL
different: the runoff's winner
  polymarket | Los Angeles Mayoral Election Winner | Will Nithya Raman win the 2026 Los Angeles mayoral election? | Nithya Raman | 2026-11-03T00:00Z | will-nithya-raman-win-the-2026-los-angeles-mayoral-election
  kalshi | LA Mayor: who will advance to the runoff? | Will Karen Bass advance to the runoff in the Los Angeles mayoral election? | Karen Bass | 2026-06-27T14:00Z | KXLAMAYORRUNOFF-26-KBAS
different: another film's rank
  polymarket | Highest grossing movie in 2026? | Will "Toy Story 5" be the highest grossing movie of 2026? | "Toy Story 5" | 2026-12-31T00:00Z | will-toy-story-5-be-the-highest-grossing-movie-of-2026
  kalshi | Second highest grossing movie of 2026? | Will Toy Story 5 be the second highest grossing movie of 2026? | Toy Story 5 | 2027-01-15T15:00Z | KXHIGHESTGROSS2-26-TOY
different: song against album
  polymarket | | Will Drake's "Iceman" debut at #1 on the Billboard Hot 100? | | 2026-06-02T00:00Z | will-drakes-iceman-debut-at-1-on-the-billboard-hot-100
  kalshi | | Will Drake's 'Iceman' debut at #1 on the Billboard 200? | Iceman | 2026-06-09T14:00Z | KXALBUMDEBUT-26JUN-ICE
`)
