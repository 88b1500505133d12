import { readServedPairs } from '../support/served.js'

/** Wordings of two venues for one question, and near-misses in the same words. */
export const servedWordings = readServedPairs(`
same: a fight's distance
  polymarket | UFC 328: Chimaev vs. Strickland | UFC 328: Chimaev vs. Strickland - Fight to Go the Distance? | | 2026-05-10T05:58Z | ufc-kha-sea-2026-05-09-go-the-distance
  kalshi | | Will the Chimaev vs Strickland fight go the distance? | Fight goes the distance | 2026-05-24T00:05Z | KXUFCDISTANCE-26MAY09CHISTR-DIST
same: a first set
  polymarket | Internazionali BNL d'Italia: Sinner vs Zverev | Set 1 Winner: Sinner vs Zverev | Sinner / Zverev | 2026-05-15T14:00Z | atp-sinner-zverev-2026-05-15-first-set-winner
  kalshi | | Will Jannik Sinner win set 1 in the Jannik Sinner vs Alexander Zverev match | Jannik Sinner | 2026-05-29T14:00Z | KXATPSETWINNER-26MAY15SINZVE-1-SIN
same: a series of playoffs
  polymarket | | Will the Oklahoma City Thunder win the NBA Western Conference Finals? | | 2026-05-30T06:00Z | 
  kalshi | | Will the Oklahoma City win the 2026 Pro Basketball Western Conference Championship? | Oklahoma City | 2026-05-30T02:33Z | KXNBAWEST-26-OKC
same: a primary's nominee with an initial
  polymarket | GA-13 Democratic Primary Winner | Will David A. Scott be the Democratic nominee for GA-13? | David A. Scott | 2026-05-20T05:00Z |
  kalshi | | Will David Scott be the Democratic nominee for GA-13? | David Scott | 2026-05-20T02:00Z | KXGA13D-26-DSCO
same: a republican senate nominee
  polymarket | Louisiana Republican Senate Primary Winner | Will Julia Letlow be the Republican nominee for Senate in Louisiana? | Julia Letlow | 2026-05-17T05:00Z |
  kalshi | | Will Julia Letlow be the Republican nominee for the Senate in Louisiana? | Julia Letlow | 2026-05-17T02:00Z | KXSENATELAR-26-JLET
same: quarterly figures
  polymarket | | Uber trips above 3.6B in Q1? | | 2026-05-06T20:00Z |
  kalshi | | Will Uber Technologies report above 3.6 billion Trips in Q1 2026? | Above 3.6 billion | 2026-05-06T20:00Z | KXUBERTRIPS-26-3.6
same: a company's subscribers
  polymarket | | Netflix subscribers above 330M in Q2? | | 2026-07-16T20:00Z |
  kalshi | | Will Netflix, Inc. report above 330 million subscribers in Q2 2026? | Above 330 million | 2026-07-16T20:00Z | KXNFLXSUBS-26-330
same: a seat of an election by party
  polymarket | UK: Gorton and Denton by-election winner | Will the Green Party win the Gorton and Denton by-election? | Green Party | 2026-02-27T00:00Z |
  kalshi | | Will Green win the Gorton and Denton by-election? | Green | 2026-02-27T00:00Z | KXGORTON-26-GRE
same: the league of champions
  polymarket | UEFA Champions League Winner | Will Arsenal win the 2025–26 Champions League? | Arsenal | 2026-05-30T20:00Z |
  kalshi | | Will Arsenal win the UEFA Champions League? | Arsenal | 2026-05-30T21:00Z | KXUCL-26-ARS
same: the top scorer
  polymarket | | Will Harry Kane be the top goalscorer in the 2025-26 Bundesliga season? | | 2026-05-16T20:00Z |
  kalshi | | Will Harry Kane be the top goalscorer in the 2025-26 Bundesliga? | Harry Kane | 2026-05-17T02:00Z | KXBUNDTOPSCORER-26-HKAN
same: leading the league in assists
  polymarket | | Will Bruno Fernandes record the most assists in the 2025-26 Premier League season? | | 2026-05-24T20:00Z |
  kalshi | | Will Bruno Fernandes lead the Premier League in assists for the 2025-26 season? | Bruno Fernandes | 2026-05-25T02:00Z | KXLEADEREPLAST-26-BFER
same: who attends
  polymarket | | Will Elon Musk attend UFC Freedom 250? | | 2026-06-15T08:00Z |
  kalshi | | Will Elon Musk attend any UFC Freedom 250 event in person? | Elon Musk | 2026-06-15T14:00Z | KXATTENDUFC250-26JUN-EMUS
same: what is said
  polymarket | What will Trump say during the State of the Union? | Will Trump say "Greenland" during the State of the Union? | Greenland | 2027-02-10T00:00Z |
  kalshi | | Will Trump say Greenland during the State of the Union? | Greenland | 2027-02-10T00:00Z | KXTRUMPSAYSOTU-27-GRE
same: a bank's decision
  polymarket | Bank of Canada decision in July? | Will the Bank of Canada decrease the target for the overnight rate by 25bps after the July Meeting? | 25 bps decrease | 2026-07-15T14:00Z |
  kalshi | | Will the Bank of Canada Cut 25bps at the July Bank of Canada Monetary Policy meeting? | Cut 25bps | 2026-07-15T15:00Z | KXCBDECISIONCANADA-26JUL15-C25
same: the mayor of a city
  polymarket | | Will Spencer Pratt advance to the Los Angeles mayoral runoff? | | 2026-06-03T00:00Z |
  kalshi | | Will Spencer Pratt advance to the runoff in the Los Angeles mayoral election? | Spencer Pratt | 2026-06-03T00:00Z | KXLAMAYORRUNOFF-26-SPRA
near: the highest temperature in words, by two sources
  polymarket | Highest temperature in Miami on May 12? | Will the highest temperature in Miami be 86°F or higher on May 12? | 86°F or higher | 2026-05-12T12:00Z |
  kalshi | | Will the maximum temperature be >85° on May 12, 2026 in Miami? | 86° or above | 2026-05-13T05:00Z | KXHIGHMIA-26MAY12-T85
same: gas prices
  polymarket | | Will the average US gas price be above $4.50 on May 31? | | 2026-05-31T12:00Z |
  kalshi | | Will average gas prices be above $4.50 on May 31, 2026? | Above $4.50 | 2026-05-31T12:00Z | KXAAAGASM-26MAY31-4.50
same: the number one album
  polymarket | | Will "The Great Divide" debut at #1 on the Billboard 200? | | 2026-05-04T00:00Z |
  kalshi | | Will Noah Kahan's The Great Divide debut at #1 on the Billboard 200? | The Great Divide | 2026-05-04T04:00Z | KXALBUMDEBUT-26MAY09-GRE
same: a Tony
  polymarket | Tony Awards: Best Musical | Will "Schmigadoon!" win Best Musical at the 2026 Tony Awards? | Schmigadoon! | 2026-06-08T00:00Z |
  kalshi | | Tony for Best Musical? | Schmigadoon! | 2026-06-08T00:00Z | KXTONYMUSICAL-26-SCH
same: a nation at the world cup's group
  polymarket | World Cup Group H Winner | Will Spain win Group H in the 2026 FIFA World Cup? | Spain | 2026-06-27T00:00Z |
  kalshi | | Will Spain finish first in World Cup Group H? | Spain | 2026-06-27T00:00Z | KXWCGROUPWIN-26H-ESP
same: reaching a round
  polymarket | | Will Norway reach the quarterfinals at the 2026 FIFA World Cup? | | 2026-07-08T00:00Z |
  kalshi | | Will Norway qualify for the Quarterfinals in the 2026 World Cup? | Norway | 2026-07-08T00:00Z | KXWCROUND-26QUAR-NOR
same: CEO change
  polymarket | | Will Bob Iger be out as Disney CEO by March 31, 2026? | | 2026-03-31T00:00Z |
  kalshi | | Will Bob Iger leave as CEO of Disney before Apr 1, 2026? | Bob Iger | 2026-04-01T00:00Z | KXCEODIS-26
same: the leader of Venezuela
  polymarket | | Maduro out by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Nicolás Maduro be out before Jul 1, 2026? | Nicolás Maduro | 2026-07-01T00:00Z | KXMADUROOUT-26JUL01
same: a nominee confirmed
  polymarket | | Will the Senate confirm Kevin Warsh as Fed Chair by May 31? | | 2026-05-31T00:00Z |
  kalshi | | Will Kevin Warsh be confirmed as Fed Chair before Jun 1, 2026? | Kevin Warsh | 2026-06-01T00:00Z | KXFEDCHAIRCONFIRM-26-KWAR
same: TSA
  polymarket | | Will TSA screen more than 2.6m passengers on May 22? | | 2026-05-22T00:00Z |
  kalshi | | Will more than 2,600,000 people be screened by the TSA on May 22, 2026? | Above 2,600,000 | 2026-05-23T00:00Z | KXTSA-26MAY22-2.6
same: a cricket match
  polymarket | Indian Premier League: Mumbai Indians vs Chennai Super Kings | Indian Premier League: Mumbai Indians vs Chennai Super Kings | Mumbai Indians / Chennai Super Kings | 2026-05-02T14:00Z | cricipl-mum-che-2026-05-02
  kalshi | | Mumbai Indians vs Chennai Super Kings Winner? | Chennai Super Kings | 2026-05-16T14:00Z | KXIPLGAME-26MAY02MUMCHE-CHE
same: a team's total
  polymarket | Chiefs vs. Raiders - More Markets | Chiefs vs. Raiders: Chiefs O/U 27.5 | Over / Under | 2026-10-18T20:00Z | nfl-kc-lv-2026-10-18-team-total-away-27pt5
  kalshi | | Kansas City at Las Vegas: Kansas City total points | Over 27.5 points scored | 2026-11-01T20:00Z | KXNFLTEAMTOTAL-26OCT18KCLV-KC28
same: a first goalscorer
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: First Goalscorer | | 2026-06-22T20:00Z | fifwc-nor-sen-2026-06-22-first-goalscorer-erling-haaland
  kalshi | | Erling Haaland: First goalscorer | Erling Haaland | 2026-07-06T20:00Z | KXWCFIRSTGOAL-26JUN22NORSEN-NORHAAL9
different: first goalscorer against any
  polymarket | Norway vs. Senegal - Player Props | Erling Haaland: Anytime Goalscorer | | 2026-06-22T20:00Z | fifwc-nor-sen-2026-06-22-goalscorer-erling-haaland
  kalshi | | Erling Haaland: First goalscorer | Erling Haaland | 2026-07-06T20:00Z | KXWCFIRSTGOAL-26JUN22NORSEN-NORHAAL9
different: leaving a race against leaving office
  polymarket | | Will Eric Adams leave the NYC mayoral race by October 31, 2026? | | 2026-10-31T00:00Z |
  kalshi | | Will Eric Adams leave as NYC mayor before Nov 1, 2026? | Eric Adams | 2026-11-01T00:00Z | KXADAMSOUT-26
different: assists against goals of a league
  polymarket | | Will Bruno Fernandes record the most assists in the 2025-26 Premier League season? | | 2026-05-24T20:00Z |
  kalshi | | Will Bruno Fernandes lead the Premier League in goals for the 2025-26 season? | Bruno Fernandes | 2026-05-25T02:00Z | KXLEADEREPLGOALS-26-BFER
different: maintained against cut
  polymarket | Bank of Canada decision in July? | Will there be no change in the Bank of Canada's rate after the July Meeting? | No change | 2026-07-15T14:00Z |
  kalshi | | Will the Bank of Canada Cut 25bps at the July Bank of Canada Monetary Policy meeting? | Cut 25bps | 2026-07-15T15:00Z | KXCBDECISIONCANADA-26JUL15-C25
different: the matchup against the winner
  polymarket | | Will Spain win the 2026 FIFA World Cup? | | 2026-07-19T00:00Z |
  kalshi | | Will Spain vs Brazil be the matchup in the 2026 World Cup Final? | Spain vs Brazil | 2026-07-19T00:00Z | KXWCFINALMATCHUP-26-ESPBRA
different: the winner beats a finalist
  polymarket | | Will Spain beat Brazil in the 2026 World Cup Final? | | 2026-07-19T00:00Z |
  kalshi | | Will Spain win the 2026 World Cup? | Spain | 2026-07-19T00:00Z | KXMENWORLDCUP-26-ES
different: runners-up
  polymarket | | Will Spain finish second in World Cup Group H? | | 2026-06-27T00:00Z |
  kalshi | | Will Spain finish first in World Cup Group H? | Spain | 2026-06-27T00:00Z | KXWCGROUPWIN-26H-ESP
superset: qualifying from the group and winning it
  polymarket | | Will Spain advance from World Cup Group H? | | 2026-06-27T00:00Z |
  kalshi | | Will Spain win World Cup Group H? | Spain | 2026-06-27T00:00Z | KXWCGROUPWIN-26H-ESP
different: the worst against the best
  polymarket | | Will Haiti finish last in World Cup Group C? | | 2026-06-27T00:00Z |
  kalshi | | Will Haiti finish third in World Cup Group C? | Haiti | 2026-06-27T00:00Z | KXWCGROUP3-26C-HAI
different: the eliminated round
  polymarket | | Will Brazil be eliminated in the quarterfinals of the 2026 World Cup? | | 2026-07-11T00:00Z |
  kalshi | | Will Brazil reach the quarterfinals of the 2026 World Cup? | Brazil | 2026-07-08T00:00Z | KXWCROUND-26QUAR-BRA
different: the second pick
  polymarket | | Will AJ Dybantsa be the 2nd overall pick in the 2026 NBA Draft? | | 2026-06-24T00:00Z |
  kalshi | | Will AJ Dybantsa be a top 2 pick in the 2026 NBA Draft? | AJ Dybantsa | 2026-06-24T00:00Z | KXNBADRAFTTOP2-26-ADYB
different: two nominees against one
  polymarket | | Will James Talarico be the Democratic nominee for Senate in Texas? | | 2026-05-27T00:00Z |
  kalshi | | Will Dem Nominee be James Talarico AND GOP Nominee be Ken Paxton for Nov 2026? | Talarico vs. Paxton | 2026-05-27T00:00Z | KXTXSENCOMBO-26NOV-TALPAX
different: the share of votes
  polymarket | | Will Karen Bass win between 30% and 35% of the vote in the Los Angeles mayoral primary? | | 2026-06-03T00:00Z |
  kalshi | | Will Karen Bass receive between 25% and 30% of the popular vote in the first round of the Los Angeles mayoral election? | 25% - 30% | 2026-06-03T00:00Z | KXVOTEPRIMARY-LAMAYOR1R26-27
different: views of a show against of a film
  polymarket | | Will the #1 film on Netflix have at least 20 million views this week? | | 2026-07-07T00:00Z |
  kalshi | | Will the #1 Show on Netflix have at least 20 million views? | At least 20 million | 2026-07-07T00:00Z | KXNETFLIXTOPVIEWSTV-26JUL06-20
different: a debut against staying
  polymarket | | Will "The Great Divide" stay at #1 on the Billboard 200? | | 2026-05-11T00:00Z |
  kalshi | | Will "The Great Divide" debut at #1 on the Billboard 200? | The Great Divide | 2026-05-11T00:00Z | KXALBUMDEBUT-26MAY09-GRE
superset: units sold
  polymarket | | Will "The Great Divide" sell more than 200k units first week? | | 2026-05-04T00:00Z |
  kalshi | | Will "The Great Divide" sell more than 250k units first week? | Above 250k | 2026-05-04T00:00Z | KXALBUMSALES-26-GRE250
different: Board against deal
  polymarket | | Will Trump announce a US-China trade deal by May 31? | | 2026-05-31T00:00Z |
  kalshi | | Will Trump announce a US-China Board of Trade by May 31? | Board of Trade | 2026-05-31T00:00Z | KXCHINAANNOUNCE-26MAY-BOT
different: another word in the same speech
  polymarket | What will Trump say during the State of the Union? | Will Trump say "Greenland" during the State of the Union? | Greenland | 2027-02-10T00:00Z |
  kalshi | | Will Trump say Iceland during the State of the Union? | Iceland | 2027-02-10T00:00Z | KXTRUMPSAYSOTU-27-ICE
different: trips against bookings
  polymarket | | Uber gross bookings above $52B in Q1? | | 2026-05-06T20:00Z |
  kalshi | | Will Uber Technologies report above 52 billion Trips in Q1 2026? | Above 52 billion | 2026-05-06T20:00Z | KXUBERTRIPS-26-52
different: another quarter
  polymarket | | Netflix subscribers above 330M in Q1? | | 2026-07-16T20:00Z |
  kalshi | | Will Netflix, Inc. report above 330 million subscribers in Q2 2026? | Above 330 million | 2026-07-16T20:00Z | KXNFLXSUBS-26-330
different: jury against televote of a country
  polymarket | Eurovision 2026: Televote Winner | Will Israel win the televote for Eurovision 2026? | Israel | 2026-05-17T00:00Z |
  kalshi | | Who will win the Jury vote in Eurovision 2026? | Israel | 2026-05-17T00:00Z | KXEUROVISIONJURY-26-ISR
different: the score of one game against the series
  polymarket | | Will the Golden Knights win the 2026 Stanley Cup 4-2? | | 2026-06-15T00:00Z |
  kalshi | | Will Vegas win the 2026 Stanley Cup? | Vegas | 2026-06-15T00:00Z | KXNHL-26-VGK
different: the total games of a series
  polymarket | | Will the 2026 Stanley Cup Final go to 7 games? | | 2026-06-15T00:00Z |
  kalshi | | Will the 2026 Stanley Cup Final end in 6 games? | 6 games | 2026-06-15T00:00Z | KXNHLSERIESGAMES-26-6
different: MVP of the playoffs against the season's
  polymarket | | Will Mitch Marner win the Conn Smythe Trophy in 2026? | | 2026-06-15T00:00Z |
  kalshi | | Will Mitch Marner win the Hart Memorial Trophy in 2026? | Mitch Marner | 2026-06-12T00:00Z | KXNHLHART-26-MMAR
different: a decision's dissenters
  polymarket | | How many Fed members will dissent in June? - 2 | | 2026-06-17T00:00Z |
  kalshi | | How many Fed members will dissent in June? | 3 | 2026-06-17T00:00Z | KXFEDDISSENT-26JUN-3
different: fired against tries to fire
  polymarket | | Will Trump try to fire Powell by May 15? | | 2026-05-15T00:00Z |
  kalshi | | Will Trump fire Powell by May 15? | Before May 15 | 2026-05-15T00:00Z | KXFIREPOWELL-26
different: the office's acting holder
  polymarket | | Will Todd Blanche be the next Attorney General? | | 2026-12-31T00:00Z |
  kalshi | | Will Todd Blanche be acting Attorney General? | Todd Blanche | 2026-12-31T00:00Z | KXAGACTING-26-TBLA
different: qualify against host
  polymarket | | Will Saudi Arabia host the 2034 World Cup? | | 2034-07-01T00:00Z |
  kalshi | | Will Saudi Arabia win the 2034 World Cup? | Saudi Arabia | 2034-07-01T00:00Z | KXMENWORLDCUP-34-KSA
different: pairs of a table
  polymarket | | Will Bayern Munich finish in the top 4 in the 2025-26 Bundesliga season? | | 2026-05-16T00:00Z |
  kalshi | | Will Bayern Munich finish in the bottom 4 in the 2025-26 Bundesliga season? | Bayern Munich | 2026-05-16T00:00Z | KXBUNDBOT4-26-BAY
different: goals of a country in one match
  polymarket | Norway vs. Senegal - More Markets | Norway vs. Senegal: Norway O/U 1.5 | Over / Under | 2026-06-22T20:00Z | fifwc-nor-sen-2026-06-22-team-total-home-1pt5
  kalshi | | Norway vs Senegal: Senegal total goals | Over 1.5 goals scored | 2026-07-06T20:00Z | KXWCTEAMTOTAL-26JUN22NORSEN-SEN2
different: the second half of the winner
  polymarket | Norway vs. Senegal - Second Half Result | Norway to win the second half? | Norway | 2026-06-22T20:00Z | fifwc-nor-sen-2026-06-22-second-half-result-home
  kalshi | | Will Norway win the 1st Half? | Norway | 2026-07-06T20:00Z | KXWC1H-26JUN22NORSEN-NOR
same: an all-star team
  polymarket | | Will Gunnar Henderson be named to the AL All-Star Team at the 2026 MLB All-Star Game? | | 2026-07-05T01:48Z |
  kalshi | | Will Gunnar Henderson be selected to the 2026 AL All-Star Team? | Gunnar Henderson | 2026-07-06T15:48Z | KXMLBALLSTAR-26AL-GHEN
same: a winner by the party's long name
  polymarket | Montana Senate Election Winner | Will the Republican candidate win the 2026 Montana Senate election? | Republican | 2026-11-03T00:00Z |
  kalshi | | Will Republicans win the Senate race in Montana? | Republican | 2026-11-03T00:00Z | KXSENATEMT-26-R
same: a governor by party
  polymarket | Michigan Governor Election Winner | Will the Democrats win the Michigan governor election in 2026? | Democrat | 2026-11-03T00:00Z |
  kalshi | | Will a Democrat win the governorship in Michigan in 2026? | Democratic | 2026-11-03T00:00Z | KXGOVMI-26-D
same: a special election
  polymarket | | Will Clay Fuller win the GA-14 special election? | | 2026-04-07T00:00Z |
  kalshi | | Will Clay Fuller win the special election in GA-14? | Clay Fuller | 2026-04-07T00:00Z | KXGA14S-26-CFUL
same: a parliament's election by party
  polymarket | Hungary Parliamentary Election Winner | Will TISZA win the 2026 Hungarian parliamentary election? | TISZA | 2026-04-12T00:00Z |
  kalshi | | Will Tisza win the Hungarian parliamentary election? | Tisza | 2026-04-13T00:00Z | KXHUNGARYPARLI-26-TIS
same: the next prime minister
  polymarket | Next Prime Minister of Hungary | Will the next Prime Minister of Hungary be Péter Magyar? | Péter Magyar | 2026-05-09T00:00Z |
  kalshi | | Will Péter Magyar become Prime Minister of Hungary following the 2026 Hungarian parliamentary election? | Péter Magyar | 2026-05-09T00:00Z | KXNEXTHUNGARYPM-26MAY01-PMAG
same: a second round
  polymarket | Colombia Presidential Election | Will Iván Cepeda Castro win the 2026 Colombian presidential election? | Iván Cepeda Castro | 2026-06-24T00:00Z |
  kalshi | | Will Iván Cepeda Castro win the next Colombian presidential election? | Iván Cepeda Castro | 2026-06-24T21:59Z | KXCOLOMBIAPRES-26-ICEP
same: a trophy of the league
  polymarket | NHL: Norris Trophy Winner | Will Cale Makar win the 2025–2026 NHL James Norris Memorial Trophy? | Cale Makar | 2026-06-12T00:00Z |
  kalshi | | Who will win James Norris Memorial Trophy? | Cale Makar | 2026-06-11T23:00Z | KXNHLNORRIS-26-CMAK
same: rookie of the year
  polymarket | NBA Rookie of the Year | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year? | Cooper Flagg | 2026-05-01T00:00Z |
  kalshi | | Will Cooper Flagg win the NBA Rookie of the Year award? | Cooper Flagg | 2026-05-02T00:00Z | KXNBAROY-26-CFLA
same: sixth man
  polymarket | | Will Keldon Johnson win the 2025–26 NBA Sixth Man of the Year? | | 2026-05-01T00:00Z |
  kalshi | | Will Keldon Johnson win Sixth Man of the Year? | Keldon Johnson | 2026-05-02T00:00Z | KXNBASIXTH-26-KJOH
same: a major of golf
  polymarket | PGA Championship: Winner | Will Scottie Scheffler win the 2026 PGA Championship? | Scottie Scheffler | 2026-05-18T00:00Z |
  kalshi | | Will Scottie Scheffler win the PGA Championship? | Scottie Scheffler | 2026-05-18T02:00Z | KXPGATOUR-PGC26-SSCH
same: an esports major
  polymarket | | Will Team Vitality win IEM Cologne Major 2026? | | 2026-06-21T00:00Z |
  kalshi | | Will Vitality win IEM Cologne Major 2026? | Vitality | 2026-06-21T00:00Z | KXCS2-IEMCOL26-VIT
same: a split's winner
  polymarket | LCK 2026 Season Winner | Will Gen.G win the LCK 2026 season? | Gen.G | 2026-09-15T00:00Z |
  kalshi | | Will Gen.G win LCK 2026? | Gen.G | 2026-09-15T00:00Z | KXLCK-26-GEN
same: an opening weekend
  polymarket | "Toy Story 5" Opening Weekend Box Office | Will "Toy Story 5" Opening Weekend Box Office be greater than $130m? | >130m | 2026-06-22T00:00Z |
  kalshi | | Will Toy Story 5 gross above $130 million domestically on its opening weekend? | Above $130 million | 2026-06-22T00:00Z | KXTOYSTORY-26-130
same: a Netflix ranking
  polymarket | Top global Netflix show this week? | Will "Squid Game" be the top global Netflix show this week? | Squid Game | 2026-06-02T00:00Z |
  kalshi | | Top Global Netflix Show this week? | Squid Game | 2026-06-02T14:00Z | KXNETFLIXRANKSHOWGLOBAL-26JUN02-SQU
same: a cabinet member leaves
  polymarket | | Lori Chavez-DeRemer out as Secretary of Labor by June 30? | | 2026-06-30T00:00Z |
  kalshi | | Lori Chavez-DeRemer leaves as Secretary of Labor before Jul 1, 2026? | Lori Chavez-DeRemer | 2026-07-01T00:00Z | KXCABOUT-26JUL-LCHA
same: a visit
  polymarket | | Will Trump visit China by May 31? | | 2026-05-31T00:00Z |
  kalshi | | Will Donald Trump visit China before Jun 1, 2026? | China | 2026-06-01T00:00Z | KXTRUMPVISIT-26JUN01-CHI
same: a strike
  polymarket | | US strikes Iran by June 30? | | 2026-06-30T00:00Z |
  kalshi | | Will the US strike Iran before Jul 1, 2026? | Before Jul 1 | 2026-07-01T00:00Z | KXUSIRAN-26JUL01
same: a deal
  polymarket | | US-Iran nuclear deal by June 30? | | 2026-06-30T00:00Z |
  kalshi | | Will the US and Iran reach a nuclear deal before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T00:00Z | KXUSAIRANAGREEMENT-26JUL
near: announcing is not going
  polymarket | | SpaceX IPO by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will SpaceX officially announce an IPO before Jul 1, 2026? | SpaceX | 2026-07-01T00:00Z | KXIPOSPACEX-26JUL01
same: released
  polymarket | | GPT-5.5 released by May 31? | | 2026-05-31T00:00Z |
  kalshi | | Will OpenAI release GPT-5.5 before Jun 1, 2026? | Before Jun 1, 2026 | 2026-06-01T00:00Z | KXGPT55-26JUN
same: the best model
  polymarket | Which company has best AI model end of May? | Will Anthropic have the best AI model at the end of May 2026? | Anthropic | 2026-05-31T00:00Z |
  kalshi | | Will Anthropic have the top AI model on May 31, 2026? | Anthropic | 2026-05-31T00:00Z | KXTOPMODEL-26MAY31-ANTH
same: tornadoes counted
  polymarket | | Will there be more than 300 tornadoes in the US in May 2026? | | 2026-06-05T00:00Z |
  kalshi | | How many tornadoes in May 2026? | Above 300 | 2026-06-05T00:00Z | KXTORNADO-26MAY-300
same: measles
  polymarket | | Will there be at least 3000 measles cases in the U.S. in 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will there be at least 3000 measles cases in 2026? | At least 3000 | 2026-12-31T00:00Z | KXMEASLES-26-3000
`)
