import { readServedPairs } from '../support/served.js'

/** Games of clubs by their full names and their short ones, and what they win. */
export const servedListedClubs = readServedPairs(`
same: full club names
  polymarket | Wolverhampton Wanderers FC vs. Brighton & Hove Albion FC | Will Brighton & Hove Albion FC win on 2026-05-09? | Brighton & Hove Albion FC | 2026-05-09T19:00Z |
  kalshi | | Wolverhampton vs Brighton Winner? | Brighton | 2026-05-22T20:00Z | KXEPLGAME-26MAY09WOLBRI-BRI
different: the other club
  polymarket | Wolverhampton Wanderers FC vs. Brighton & Hove Albion FC | Will Wolverhampton Wanderers FC win on 2026-05-09? | Wolverhampton Wanderers FC | 2026-05-09T19:00Z |
  kalshi | | Wolverhampton vs Brighton Winner? | Brighton | 2026-05-22T20:00Z | KXEPLGAME-26MAY09WOLBRI-BRI
same: Spanish club names
  polymarket | Club Atlético de Madrid vs. RC Celta de Vigo | Will Club Atlético de Madrid win on 2026-05-09? | Club Atlético de Madrid | 2026-05-09T19:00Z |
  kalshi | | Atletico vs Celta Winner? | Atletico | 2026-05-22T20:00Z | KXLALIGAGAME-26MAY09ATMCEL-ATM
same: adjectives in club names
  polymarket | Olympique Lyonnais vs. Stade Brestois 29 | Will Olympique Lyonnais win on 2026-05-10? | Olympique Lyonnais | 2026-05-10T19:00Z |
  kalshi | | Lyon vs Brest Winner? | Lyon | 2026-05-23T20:00Z | KXLIGUE1GAME-26MAY10OLSB-OL
same: draw with adjectives in club names
  polymarket | Hamburger SV vs. SC Freiburg | Will Hamburger SV vs. SC Freiburg end in a draw? | Draw (Hamburger SV vs. SC Freiburg) | 2026-05-10T19:00Z |
  kalshi | | Hamburg vs Freiburg Winner? | Tie | 2026-05-23T20:00Z | KXBUNDESLIGAGAME-26MAY10HSVSCF-TIE
same: totals of Italian clubs
  polymarket | FC Internazionale Milano vs. Parma Calcio 1913 - More Markets | FC Internazionale Milano vs. Parma Calcio 1913: O/U 2.5 | Over / Under | 2026-05-03T19:00Z |
  kalshi | | Parma at Inter: Totals | Over 2.5 goals scored | 2026-05-16T20:00Z | KXSERIEATOTAL-26MAY03INTPAR-2
different: Milan against Inter
  polymarket | AC Milan vs. Atalanta BC | Will AC Milan win on 2026-05-10? | AC Milan | 2026-05-10T19:00Z |
  kalshi | | Inter vs Atalanta Winner? | Inter | 2026-05-23T20:00Z | KXSERIEAGAME-26MAY10INTATA-INT
different: Paris FC against Paris Saint-Germain
  polymarket | Paris FC vs. Stade Brestois 29 | Will Paris FC win on 2026-05-10? | Paris FC | 2026-05-10T19:00Z |
  kalshi | | PSG vs Brest Winner? | PSG | 2026-05-23T20:00Z | KXLIGUE1GAME-26MAY10PSGSB-PSG
different: Manchester United against City
  polymarket | Manchester United FC vs. Nottingham Forest FC | Will Manchester United FC win on 2026-05-17? | Manchester United FC | 2026-05-17T19:00Z |
  kalshi | | Manchester City vs Nottingham Winner? | Manchester City | 2026-05-30T20:00Z | KXEPLGAME-26MAY17MCINFO-MCI
different: Sheffield United against Wednesday
  polymarket | Sheffield United FC vs. Hull City AFC | Will Sheffield United FC win on 2026-04-18? | Sheffield United FC | 2026-04-18T19:00Z |
  kalshi | | Sheffield Wednesday vs Hull Winner? | Sheffield Wednesday | 2026-05-01T20:00Z | KXEFLCHAMPIONSHIPGAME-26APR18SHWHUL-SHW
different: Real Madrid against Real Sociedad
  polymarket | Real Madrid CF vs. Athletic Club | Will Real Madrid CF win on 2026-05-23? | Real Madrid CF | 2026-05-23T19:00Z |
  kalshi | | Real Sociedad vs Athletic Winner? | Real Sociedad | 2026-06-05T20:00Z | KXLALIGAGAME-26MAY23RSOATH-RSO
same: first half of German clubs
  polymarket | Bayer 04 Leverkusen vs. Hamburger SV - Halftime Result | Bayer 04 Leverkusen leading at halftime? | Bayer 04 Leverkusen | 2026-05-16T19:00Z |
  kalshi | Leverkusen vs Hamburg: First Half Winner | Will Leverkusen win the 1st Half? | Leverkusen | 2026-05-29T20:00Z | KXBUNDESLIGA1H-26MAY16B04HSV-B04
different: first half against second half
  polymarket | Bayer 04 Leverkusen vs. Hamburger SV - Second Half Result | Bayer 04 Leverkusen to win the second half? | Bayer 04 Leverkusen | 2026-05-16T19:00Z |
  kalshi | Leverkusen vs Hamburg: First Half Winner | Will Leverkusen win the 1st Half? | Leverkusen | 2026-05-29T20:00Z | KXBUNDESLIGA1H-26MAY16B04HSV-B04
same: both teams to score
  polymarket | SSC Napoli vs. Bologna FC 1909 - More Markets | SSC Napoli vs. Bologna FC 1909: Both Teams to Score | SSC Napoli vs. Bologna FC 1909: Both Teams to Score | 2026-05-11T19:00Z |
  kalshi | Napoli vs Bologna: BTTS | Will both teams score? | Both Teams To Score | 2026-05-24T20:00Z | KXSERIEABTTS-26MAY11NAPBOL-BTTS
different: both teams in the first half
  polymarket | SSC Napoli vs. Bologna FC 1909 - More Markets | SSC Napoli vs. Bologna FC 1909: Both Teams to Score in First Half | SSC Napoli vs. Bologna FC 1909: Both Teams to Score in First Half | 2026-05-11T19:00Z |
  kalshi | Napoli vs Bologna: BTTS | Will both teams score? | Both Teams To Score | 2026-05-24T20:00Z | KXSERIEABTTS-26MAY11NAPBOL-BTTS
subset: spread against winner
  polymarket | Juventus FC vs. ACF Fiorentina - More Markets | Spread: Juventus FC (-1.5) | Juventus FC / ACF Fiorentina | 2026-05-17T19:00Z |
  kalshi | | Juventus vs Fiorentina Winner? | Juventus | 2026-05-30T20:00Z | KXSERIEAGAME-26MAY17JUVFIO-JUV
different: spread of one against the other's win
  polymarket | Juventus FC vs. ACF Fiorentina - More Markets | Spread: Juventus FC (-1.5) | Juventus FC / ACF Fiorentina | 2026-05-17T19:00Z |
  kalshi | | Juventus vs Fiorentina Winner? | Fiorentina | 2026-05-30T20:00Z | KXSERIEAGAME-26MAY17JUVFIO-FIO
subset: both teams to score against two goals
  polymarket | AS Monaco FC vs. Lille OSC - More Markets | AS Monaco FC vs. Lille OSC: Both Teams to Score | AS Monaco FC vs. Lille OSC: Both Teams to Score | 2026-05-10T19:00Z |
  kalshi | Monaco vs Lille: Total Goals | Will over 1.5 goals be scored? | Over 1.5 goals scored | 2026-05-23T20:00Z | KXLIGUE1TOTAL-26MAY10ASMLIL-1
different: both teams to score against three goals
  polymarket | AS Monaco FC vs. Lille OSC - More Markets | AS Monaco FC vs. Lille OSC: Both Teams to Score | AS Monaco FC vs. Lille OSC: Both Teams to Score | 2026-05-10T19:00Z |
  kalshi | Monaco vs Lille: Total Goals | Will over 2.5 goals be scored? | Over 2.5 goals scored | 2026-05-23T20:00Z | KXLIGUE1TOTAL-26MAY10ASMLIL-2
same: spread of three goals
  polymarket | VfB Stuttgart vs. TSG 1899 Hoffenheim - More Markets | Spread: VfB Stuttgart (-2.5) | VfB Stuttgart / TSG 1899 Hoffenheim | 2026-05-16T19:00Z |
  kalshi | Stuttgart vs Hoffenheim: Spread | Stuttgart wins by over 2.5 goals? | Stuttgart wins by over 2.5 goals | 2026-05-29T20:00Z | KXBUNDESLIGASPREAD-26MAY16VFBTSG-VFB2
different: team total against spread
  polymarket | VfB Stuttgart vs. TSG 1899 Hoffenheim - More Markets | VfB Stuttgart vs. TSG 1899 Hoffenheim: VfB Stuttgart O/U 1.5 | Over / Under | 2026-05-16T19:00Z |
  kalshi | Stuttgart vs Hoffenheim: Spread | Stuttgart wins by over 1.5 goals? | Stuttgart wins by over 1.5 goals | 2026-05-29T20:00Z | KXBUNDESLIGASPREAD-26MAY16VFBTSG-VFB1
different: corners against goals
  polymarket | VfB Stuttgart vs. TSG 1899 Hoffenheim - Total Corners | VfB Stuttgart vs. TSG 1899 Hoffenheim: O/U 8.5 Total Corners | Over / Under | 2026-05-16T19:00Z |
  kalshi | Stuttgart vs Hoffenheim: Total Goals | Will over 3.5 goals be scored? | Over 3.5 goals scored | 2026-05-29T20:00Z | KXBUNDESLIGATOTAL-26MAY16VFBTSG-3
different: exact score against both teams to score
  polymarket | Toulouse FC vs. FC Nantes - Exact Score | Exact Score: Toulouse FC 1 - 1 FC Nantes? | Exact Score: Toulouse FC 1 - 1 FC Nantes? | 2026-05-17T19:00Z |
  kalshi | Toulouse vs Nantes: BTTS | Will both teams score? | Both Teams To Score | 2026-05-30T20:00Z | KXLIGUE1BTTS-26MAY17TOUNAN-BTTS
different: goalscorer against spread
  polymarket | Toulouse FC vs. FC Nantes - Player Props | Matthis Abline: Anytime Goalscorer | Matthis Abline: Anytime Goalscorer | 2026-05-17T19:00Z |
  kalshi | Toulouse vs Nantes: Spread | Nantes wins by over 1.5 goals? | Nantes wins by over 1.5 goals | 2026-05-30T20:00Z | KXLIGUE1SPREAD-26MAY17TOUNAN-NAN1
same: clubs of Major League Soccer
  polymarket | Inter Miami CF vs. Los Angeles FC | Will Los Angeles FC win on 2026-05-16? | Los Angeles FC | 2026-05-16T23:00Z |
  kalshi | | Miami vs Los Angeles FC Winner? | Los Angeles FC | 2026-05-30T20:00Z | KXMLSGAME-26MAY16MIALAFC-LAFC
different: LA Galaxy against LAFC
  polymarket | LA Galaxy vs. Portland Timbers | Will LA Galaxy win on 2026-05-16? | LA Galaxy | 2026-05-16T23:00Z |
  kalshi | | Los Angeles FC vs Portland Winner? | Los Angeles FC | 2026-05-30T20:00Z | KXMLSGAME-26MAY16LAFCPOR-LAFC
same: Brazilian clubs
  polymarket | CR Flamengo vs. SE Palmeiras | Will SE Palmeiras win on 2026-05-23? | SE Palmeiras | 2026-05-23T23:00Z |
  kalshi | | Flamengo vs Palmeiras Winner? | Palmeiras | 2026-06-06T20:00Z | KXBRASILEIROGAME-26MAY23FLAPAL-PAL
different: Botafogo of two towns
  polymarket | Botafogo FR vs. Avaí FC | Will Botafogo FR win on 2026-07-06? | Botafogo FR | 2026-07-06T23:00Z |
  kalshi | | Botafogo SP vs Avai Winner? | Botafogo SP | 2026-07-20T20:00Z | KXBRASILEIROBGAME-26JUL06BSPAVA-BSP
same: national teams
  polymarket | Türkiye vs. Paraguay | Will Türkiye win on 2026-06-19? | Türkiye | 2026-06-20T04:00Z | fifwc-tur-par-2026-06-19-tur
  kalshi | | Turkiye vs Paraguay Winner? | Turkiye | 2026-07-04T04:00Z | KXWCGAME-26JUN19TURPAR-TUR
same: South Korea by its other name
  polymarket | Korea Republic vs. Czechia | Will Korea Republic vs. Czechia end in a draw? | Draw (Korea Republic vs. Czechia) | 2026-06-12T04:00Z | fifwc-kor-cze-2026-06-11-draw
  kalshi | | South Korea vs Czech Republic Winner? | Tie | 2026-06-26T04:00Z | KXWCGAME-26JUN11KORCZE-TIE
different: North against South Korea
  polymarket | Korea DPR vs. Japan | Will Korea DPR win on 2026-03-26? | Korea DPR | 2026-03-26T12:00Z | fif-prk-jpn-2026-03-26-prk
  kalshi | | South Korea vs Japan Winner? | South Korea | 2026-04-09T12:00Z | KXINTLFRIENDLYGAME-26MAR26KORJPN-KOR
different: Guinea against Equatorial Guinea
  polymarket | Equatorial Guinea vs. Tunisia | Will Equatorial Guinea win on 2026-03-27? | Equatorial Guinea | 2026-03-27T20:00Z | fif-eqg-tun-2026-03-27-eqg
  kalshi | | Guinea vs Tunisia Winner? | Guinea | 2026-04-10T20:00Z | KXINTLFRIENDLYGAME-26MAR27GUITUN-GUI
same: hockey total
  polymarket | Panthers vs. Bruins | Panthers vs. Bruins: O/U 6.5 | Over / Under | 2026-04-03T02:00Z | nhl-fla-bos-2026-04-02-total-6pt5
  kalshi | | Florida at Boston: Totals | Over 6.5 goals scored | 2026-04-16T23:00Z | KXNHLTOTAL-26APR02FLABOS-6
different: Florida Panthers against Carolina Panthers
  polymarket | Panthers vs. Buccaneers | Panthers vs. Buccaneers | Panthers / Buccaneers | 2026-11-15T21:00Z | nfl-car-tb-2026-11-15
  kalshi | | Florida at Tampa Bay Winner? | Florida | 2026-11-29T23:00Z | KXNHLGAME-26NOV15FLATB-FLA
different: New York Rangers against Islanders
  polymarket | Rangers vs. Devils | Rangers vs. Devils | Rangers / Devils | 2026-04-03T02:00Z | nhl-nyr-nj-2026-04-02
  kalshi | | New York I at New Jersey Winner? | New York I | 2026-04-16T23:00Z | KXNHLGAME-26APR02NYINJ-NYI
same: New York Islanders by letter
  polymarket | Islanders vs. Devils | Islanders vs. Devils | Islanders / Devils | 2026-04-03T02:00Z | nhl-nyi-nj-2026-04-02
  kalshi | | New York I at New Jersey Winner? | New York I | 2026-04-16T23:00Z | KXNHLGAME-26APR02NYINJ-NYI
different: in regulation against with overtime
  polymarket | Islanders vs. Devils | Will the Islanders win in regulation? | Islanders | 2026-04-03T02:00Z | nhl-nyi-nj-2026-04-02-regulation-nyi
  kalshi | | New York I at New Jersey Winner? | New York I | 2026-04-16T23:00Z | KXNHLGAME-26APR02NYINJ-NYI
same: Mets by letter
  polymarket | New York Mets vs. Philadelphia Phillies | New York Mets vs. Philadelphia Phillies | New York Mets / Philadelphia Phillies | 2026-09-02T03:00Z | mlb-nym-phi-2026-09-01
  kalshi | | New York M vs Philadelphia Winner? | New York M | 2026-09-04T22:40Z | KXMLBGAME-26SEP011840NYMPHI-NYM
different: Mets against Yankees
  polymarket | New York Mets vs. Philadelphia Phillies | New York Mets vs. Philadelphia Phillies | New York Mets / Philadelphia Phillies | 2026-09-02T03:00Z | mlb-nym-phi-2026-09-01
  kalshi | | New York Y vs Philadelphia Winner? | New York Y | 2026-09-04T22:40Z | KXMLBGAME-26SEP011840NYYPHI-NYY
different: Dodgers against Angels
  polymarket | Los Angeles Dodgers vs. Houston Astros | Los Angeles Dodgers vs. Houston Astros | Los Angeles Dodgers / Houston Astros | 2026-09-02T05:00Z | mlb-lad-hou-2026-09-01
  kalshi | | Los Angeles A vs Houston Winner? | Los Angeles A | 2026-09-04T22:40Z | KXMLBGAME-26SEP011840LAAHOU-LAA
same: cricket
  polymarket | Indian Premier League: Mumbai Indians vs Chennai Super Kings | Indian Premier League: Mumbai Indians vs Chennai Super Kings | Mumbai Indians / Chennai Super Kings | 2026-04-20T18:00Z | cricipl-mum-che-2026-04-20
  kalshi | | Mumbai Indians vs Chennai Super Kings Winner? | Mumbai Indians | 2026-05-04T14:00Z | KXIPLGAME-26APR20MICSK-MI
different: toss against match
  polymarket | Indian Premier League: Mumbai Indians vs Chennai Super Kings | Mumbai Indians vs Chennai Super Kings: Who wins the toss? | Mumbai Indians / Chennai Super Kings | 2026-04-20T18:00Z | cricipl-mum-che-2026-04-20-toss
  kalshi | | Mumbai Indians vs Chennai Super Kings Winner? | Mumbai Indians | 2026-05-04T14:00Z | KXIPLGAME-26APR20MICSK-MI
same: League of Legends match
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | T1 / Gen.G | 2026-08-27T12:00Z | lol-t1-gen-2026-08-27
  kalshi | | Will T1 win the Gen.G vs. T1 League of Legends match? | T1 | 2026-09-10T10:00Z | KXLOLGAME-26AUG27GENT1-T1
different: academy team
  polymarket | LoL: T1 Academy vs Gen.G Global Academy (BO3) | LoL: T1 Academy vs Gen.G Global Academy (BO3) | T1 Academy / Gen.G Global Academy | 2026-08-27T12:00Z | lol-t1a-gena-2026-08-27
  kalshi | | Will T1 win the Gen.G vs. T1 League of Legends match? | T1 | 2026-09-10T10:00Z | KXLOLGAME-26AUG27GENT1-T1
different: total maps against the winner
  polymarket | LoL: T1 vs Gen.G (BO5) - LCK Playoffs | Games Total: O/U 3.5 | Over / Under | 2026-08-27T12:00Z | lol-t1-gen-2026-08-27-total-games-3pt5
  kalshi | | Will T1 win the Gen.G vs. T1 League of Legends match? | T1 | 2026-09-10T10:00Z | KXLOLGAME-26AUG27GENT1-T1
same: doubles of tennis players in one name
  polymarket | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Carlos Alcaraz / Jannik Sinner | 2026-07-12T17:00Z | atp-alcaraz-sinner-2026-07-12
  kalshi | | Will Jannik Sinner win the Alcaraz vs Sinner: Final match? | Jannik Sinner | 2026-07-26T13:00Z | KXATPMATCH-26JUL12ALCSIN-SIN
different: total games against the match
  polymarket | Wimbledon: Carlos Alcaraz vs Jannik Sinner | Carlos Alcaraz vs. Jannik Sinner: Match O/U 38.5 | Over / Under | 2026-07-12T17:00Z | atp-alcaraz-sinner-2026-07-12-match-total-38pt5
  kalshi | | Will Jannik Sinner win the Alcaraz vs Sinner: Final match? | Jannik Sinner | 2026-07-26T13:00Z | KXATPMATCH-26JUL12ALCSIN-SIN
different: final match against the title of another slam
  polymarket | 2026 Men's Wimbledon Winner | Will Carlos Alcaraz win the 2026 Men's Wimbledon? | Carlos Alcaraz | 2026-07-12T17:00Z | will-carlos-alcaraz-win-the-2026-mens-wimbledon
  kalshi | | Will Carlos Alcaraz win the 2026 US Open Men's Singles? | Carlos Alcaraz | 2026-09-14T16:00Z | KXATPUSO-26-ALC
same: Wimbledon
  polymarket | 2026 Men's Wimbledon Winner | Will Carlos Alcaraz win the 2026 Men's Wimbledon? | Carlos Alcaraz | 2026-07-12T17:00Z | will-carlos-alcaraz-win-the-2026-mens-wimbledon
  kalshi | | Will Carlos Alcaraz win Wimbledon Men's Singles? | Carlos Alcaraz | 2026-07-26T16:00Z | KXATPWIM-26-ALC
subset: Wimbledon within reaching the final
  polymarket | 2026 Men's Wimbledon Winner | Will Carlos Alcaraz win the 2026 Men's Wimbledon? | Carlos Alcaraz | 2026-07-12T17:00Z | will-carlos-alcaraz-win-the-2026-mens-wimbledon
  kalshi | | Will Carlos Alcaraz reach the 2026 Men's Wimbledon final? | Carlos Alcaraz | 2026-07-12T16:00Z | KXATPWIMFINAL-26-ALC
subset: one slam within any slam
  polymarket | 2026 Women's French Open Winner | Will Iga Świątek win the 2026 Women's French Open? | Iga Świątek | 2026-06-06T17:00Z | will-iga-swiatek-win-the-2026-womens-french-open
  kalshi | | Will Iga Swiatek win a Tennis Grand Slam in 2026? | Iga Swiatek | 2026-09-13T16:00Z | KXWTAGRANDSLAM-26-ISWI
same: relegated in Spain
  polymarket | La Liga Relegation | Will Levante be relegated from La Liga after the 2025–26 season? | Levante | 2026-05-24T20:16Z | will-levante-be-relegated-from-la-liga-after-the-202526-season
  kalshi | | Will Levante be Relegated from La Liga in 2025-26 Season? | Levante | 2026-05-25T19:57Z | KXLALIGARELEGATION-26-LEV
different: promoted against relegated
  polymarket | Championship promotion | Will Southampton be promoted to the English Premier League after the 2025–26 season? | Southampton | 2026-05-24T20:16Z | will-southampton-be-promoted-to-the-epl
  kalshi | | Will Southampton be Relegated from the EFL Championship in 2025-26 Season? | Southampton | 2026-05-25T19:57Z | KXEFLCHAMPRELEGATION-26-SOU
same: winner of the league, a market that stays open long
  polymarket | English Premier League Winner | Will Arsenal win the 2025–26 English Premier League? | Arsenal | 2026-05-24T00:00Z | will-arsenal-win-the-202526-english-premier-league
  kalshi | English Premier League Winner? | Will Arsenal win the English Premier League? | Arsenal | 2028-05-24T00:00Z | KXPREMIERLEAGUE-26-ARS
different: winner of the next league season
  polymarket | English Premier League Winner | Will Arsenal win the 2026–27 English Premier League? | Arsenal | 2027-05-24T00:00Z | will-arsenal-win-the-202627-english-premier-league
  kalshi | English Premier League Winner? | Will Arsenal win the English Premier League? | Arsenal | 2028-05-24T00:00Z | KXPREMIERLEAGUE-26-ARS
same: the Super Bowl
  polymarket | Super Bowl Champion 2026 | Will the Los Angeles Rams win Super Bowl 2026? | Los Angeles Rams | 2026-02-08T00:00Z | will-the-los-angeles-rams-win-super-bowl-2026
  kalshi | Pro Football Champion? | Will the Los Angeles R win the 2026 Pro Football Championship? | Los Angeles R | 2028-02-08T00:00Z | KXSB-26-LAR
different: Rams against Chargers
  polymarket | Super Bowl Champion 2026 | Will the Los Angeles Chargers win Super Bowl 2026? | Los Angeles Chargers | 2026-02-08T00:00Z | will-the-los-angeles-chargers-win-super-bowl-2026
  kalshi | Pro Football Champion? | Will the Los Angeles R win the 2026 Pro Football Championship? | Los Angeles R | 2028-02-08T00:00Z | KXSB-26-LAR
same: rookie of the year
  polymarket | NBA Rookie of the Year | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year? | Cooper Flagg | 2026-05-01T00:00Z | will-cooper-flagg-win-the-202526-nba-rookie-of-the-year
  kalshi | | Will Cooper Flagg win Rookie of the Year? | Cooper Flagg | 2026-06-30T14:00Z | KXNBAROY-26-CFLA
different: rookie against most valuable
  polymarket | NBA Rookie of the Year | Will Cooper Flagg win the 2025–26 NBA Rookie of the Year? | Cooper Flagg | 2026-05-01T00:00Z | will-cooper-flagg-win-the-202526-nba-rookie-of-the-year
  kalshi | | Will Cooper Flagg win the MVP? | Cooper Flagg | 2026-06-30T14:00Z | KXNBAMVP-26-CFLA
different: Cy Young of the other league
  polymarket | AL Cy Young Winner | Will Tarik Skubal win the 2026 AL Cy Young? | Tarik Skubal | 2026-11-12T00:00Z | will-tarik-skubal-win-the-2026-al-cy-young
  kalshi | | Will Paul Skenes win the NL Cy Young? | Paul Skenes | 2026-11-30T15:00Z | KXMLBNLCY-26-PSKE
same: Cy Young
  polymarket | AL Cy Young Winner | Will Tarik Skubal win the 2026 AL Cy Young? | Tarik Skubal | 2026-11-12T00:00Z | will-tarik-skubal-win-the-2026-al-cy-young
  kalshi | | Will Tarik Skubal win the American League Cy Young Award? | Tarik Skubal | 2026-11-30T15:00Z | KXMLBALCY-26-TSKU
same: drafted first
  polymarket | NBA Draft: First overall pick | Will Darryn Peterson be the first overall pick in the 2026 NBA Draft? | Darryn Peterson | 2026-06-24T00:00Z | will-darryn-peterson-be-the-first-overall-pick-in-the-2026-nba-draft
  kalshi | | Will Darryn Peterson be the 1st pick in the 2026 Pro Basketball draft? | Darryn Peterson | 2026-06-25T00:00Z | KXNBADRAFT1-26-DPET
different: drafted in the first round against first
  polymarket | NBA Draft: First overall pick | Will Darryn Peterson be the first overall pick in the 2026 NBA Draft? | Darryn Peterson | 2026-06-24T00:00Z | will-darryn-peterson-be-the-first-overall-pick-in-the-2026-nba-draft
  kalshi | | Will Darryn Peterson be the 2nd pick in the 2026 Pro Basketball draft? | Darryn Peterson | 2026-06-25T00:00Z | KXNBADRAFTPICK-26-2-DPET
different: next team against traded
  polymarket | Where will Giannis Antetokounmpo play next? | Will Giannis Antetokounmpo's next team be the Miami Heat? | Miami Heat | 2026-10-20T00:00Z | giannis-next-team-miami-heat
  kalshi | | Will Giannis Antetokounmpo be traded before Feb 6, 2026? | Before Feb 6, 2026 | 2026-02-06T20:00Z | KXNBATRADE-26FEB06-GANT
same: next team
  polymarket | Where will Giannis Antetokounmpo play next? | Will Giannis Antetokounmpo's next team be the Miami Heat? | Miami Heat | 2026-10-20T00:00Z | giannis-next-team-miami-heat
  kalshi | | What will be Giannis Antetokounmpo's next team? | Miami Heat | 2026-10-22T14:00Z | KXNEXTTEAMNBA-26GANT-MIA
different: next manager of another club
  polymarket | Next Manchester United Manager | Will Michael Carrick be the next permanent manager of Manchester United? | Michael Carrick | 2026-08-31T00:00Z | next-manchester-united-manager-carrick
  kalshi | | Who will be the next Tottenham manager? | Michael Carrick | 2026-08-31T15:00Z | KXNEXTMANAGERTOT-26-MCAR
different: a side's total, by the name that is shortened elsewhere
  polymarket | FC Internazionale Milano vs. AC Milan - More Markets | FC Internazionale Milano vs. AC Milan: FC Internazionale Milano O/U 1.5 | Over / Under | 2026-05-10T19:00Z | sea-int-acm-2026-05-10-team-total-home-1pt5
  kalshi | Inter vs AC Milan: Total Goals | Will over 1.5 goals be scored? | Over 1.5 goals scored | 2026-05-23T20:00Z | KXSERIEATOTAL-26MAY10INTACM-1
different: a side's total, by a name that both sides have a part of
  polymarket | RCD Espanyol de Barcelona vs. FC Barcelona - More Markets | RCD Espanyol de Barcelona vs. FC Barcelona: RCD Espanyol de Barcelona O/U 1.5 | Over / Under | 2026-05-10T19:00Z | lal-esp-bar-2026-05-10-team-total-home-1pt5
  kalshi | Espanyol vs Barcelona: Total Goals | Will over 1.5 goals be scored? | Over 1.5 goals scored | 2026-05-23T20:00Z | KXLALIGATOTAL-26MAY10ESPBAR-1
same: a club by its first letters
  polymarket | Queens Park Rangers FC vs. West Bromwich Albion FC | Will Queens Park Rangers FC win on 2026-05-10? | Queens Park Rangers FC | 2026-05-10T19:00Z | elc-qpr-wba-2026-05-10-qpr
  kalshi | | QPR vs West Brom Winner? | QPR | 2026-05-23T20:00Z | KXEFLCHAMPIONSHIPGAME-26MAY10QPRWBA-QPR
same: a country with an apostrophe
  polymarket | Korea Republic vs. Côte d'Ivoire | Will Côte d'Ivoire win on 2026-03-28? | Côte d'Ivoire | 2026-03-28T19:00Z | fif-kor-civ-2026-03-28-civ
  kalshi | | South Korea vs Ivory Coast Winner? | Ivory Coast | 2026-04-10T20:00Z | KXINTLFRIENDLYGAME-26MAR28KORCIV-CIV
`)
