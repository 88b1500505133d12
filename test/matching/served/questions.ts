import { readServedPairs } from '../support/served.js'

/** Questions that are about no game, as Polymarket, Kalshi, Limitless, Opinion, Myriad and others word them. */
export const servedQuestions = readServedPairs(`
same: a nominee, the event tells of the primary
  polymarket | Ohio Democratic Senate Primary Winner | Will Sherrod Brown be the Democratic nominee for Senate in Ohio? | Sherrod Brown | 2026-05-06T04:00Z | will-sherrod-brown-be-the-democratic-nominee-for-senate-in-ohio
  kalshi | | Will Sherrod Brown be the Democratic nominee for the Senate in Ohio? | Sherrod Brown | 2026-05-06T02:00Z | KXSENATEOHD-26-SBRO
near: who wins a primary may be replaced as the nominee
  polymarket | Ohio Governor Democratic Primary Winner | Will Amy Acton win the 2026 Ohio Governor Democratic primary election? | Amy Acton | 2026-05-06T04:00Z | will-amy-acton-win-the-2026-ohio-governor-democratic-primary-election
  kalshi | | Will Amy Acton be the Democratic nominee for Governor in Ohio? | Amy Acton | 2026-05-06T02:00Z | KXGOVOHNOMD-26-AACT
different: another state
  polymarket | Iowa Democratic Senate Primary Winner | Will Zach Wahls be the Democratic nominee for Senate in Iowa? | Zach Wahls | 2026-06-03T04:00Z |
  kalshi | | Will Zach Wahls be the Democratic nominee for the Senate in Idaho? | Zach Wahls | 2026-06-03T02:00Z | KXSENATEIDD-26-ZWAH
different: another party
  polymarket | Iowa Senate Primary Winner | Will Ashley Hinson be the Republican nominee for Senate in Iowa? | Ashley Hinson | 2026-06-03T04:00Z |
  kalshi | | Will Ashley Hinson be the Democratic nominee for the Senate in Iowa? | Ashley Hinson | 2026-06-03T02:00Z | KXSENATEIAD-26-AHIN
different: nominee against winner of the election
  polymarket | | Will Ashley Hinson win the Iowa Senate election in 2026? | | 2026-11-03T00:00Z |
  kalshi | | Will Ashley Hinson be the Republican nominee for the Senate in Iowa? | Ashley Hinson | 2026-06-03T02:00Z | KXSENATEIAR-26-AHIN
same: a district by its number
  polymarket | NJ-11 Democratic Primary Winner | Will Tom Malinowski be the Democratic nominee for NJ-11? | Tom Malinowski | 2026-06-03T04:00Z |
  kalshi | | Will Tom Malinowski be the Democratic nominee for NJ-11? | Tom Malinowski | 2026-06-03T02:00Z | KXNJ11D-26-TMAL
same: a district with and without a zero
  polymarket | IL-09 Democratic Primary Winner | Will Daniel Biss be the Democratic nominee for IL-09? | Daniel Biss | 2026-03-18T04:00Z |
  kalshi | | Will Daniel Biss be the Democratic nominee for IL-9? | Daniel Biss | 2026-03-18T02:00Z | KXIL9D-26-DBIS
different: another district
  polymarket | IL-09 Democratic Primary Winner | Will Daniel Biss be the Democratic nominee for IL-09? | Daniel Biss | 2026-03-18T04:00Z |
  kalshi | | Will Daniel Biss be the Democratic nominee for IL-7? | Daniel Biss | 2026-03-18T02:00Z | KXIL7D-26-DBIS
same: letters with and without a stroke
  polymarket | | Will Troels Lund Poulsen be the next Prime Minister of Denmark? | | 2026-11-01T00:00Z |
  kalshi | | Will Troels Lund Poulsen be the next Danish Prime Minister? | Troels Lund Poulsen | 2026-11-01T00:00Z | KXDENMARKPM-26-TPOU
same: a name with a stroke
  polymarket | | Will Lars Løkke Rasmussen be the next Prime Minister of Denmark? | | 2026-11-01T00:00Z |
  kalshi | | Will Lars Lokke Rasmussen be the next Prime Minister of Denmark? | Lars Lokke Rasmussen | 2026-11-01T00:00Z | KXDENMARKPM-26-LRAS
same: an initial between two names
  polymarket | | Will Robert F. Kennedy Jr. leave the Trump administration by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Robert Kennedy Jr. leave the Trump administration before 2027? | Robert Kennedy Jr. | 2027-01-01T00:00Z | KXLEAVE-26-RKEN
same: first place and winning the first round
  polymarket | | Will Sergio Massa finish in first place in the first round of the 2027 Argentine presidential election? | | 2027-10-26T00:00Z |
  kalshi | | Will Sergio Massa win the first round of the 2027 Argentine presidential election? | Sergio Massa | 2027-10-26T00:00Z | KXARGPRES1R-27OCT24-SMAS
different: the first round against the election
  polymarket | | Will Sergio Massa win the 2027 Argentine presidential election? | | 2027-11-26T00:00Z |
  kalshi | | Will Sergio Massa win the first round of the 2027 Argentine presidential election? | Sergio Massa | 2027-10-26T00:00Z | KXARGPRES1R-27OCT24-SMAS
different: second place
  polymarket | | Will Sergio Massa finish in second place in the first round of the 2027 Argentine presidential election? | | 2027-10-26T00:00Z |
  kalshi | | Will Sergio Massa win the first round of the 2027 Argentine presidential election? | Sergio Massa | 2027-10-26T00:00Z | KXARGPRES1R-27OCT24-SMAS
different: advancing is no win
  polymarket | | Will Sergio Massa advance to the runoff of the 2027 Argentine presidential election? | | 2027-10-26T00:00Z |
  kalshi | | Will Sergio Massa win the 2027 Argentine presidential election? | Sergio Massa | 2027-11-26T00:00Z | KXARGPRES-27-SMAS
near: most seats is not always a win
  polymarket | | Will the Moderates win the most seats in the 2026 Swedish parliamentary election? | | 2026-09-13T00:00Z |
  kalshi | | Will the Moderates win the 2026 Swedish parliamentary election? | Moderates | 2026-09-14T00:00Z | KXSWEDENPARLI-26SEP13-M
same: a Fed decision
  polymarket | Fed decision in October? | Will the Fed decrease interest rates by 25 bps after the October 2026 meeting? | 25 bps decrease | 2026-10-28T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their October 2026 meeting? | Cut 25bps | 2026-10-28T18:00Z | KXFEDDECISION-26OCT-C25
different: fifty points
  polymarket | Fed decision in October? | Will the Fed decrease interest rates by 50+ bps after the October 2026 meeting? | 50+ bps decrease | 2026-10-28T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their October 2026 meeting? | Cut 25bps | 2026-10-28T18:00Z | KXFEDDECISION-26OCT-C25
different: another bank
  polymarket | | Will the Bank of England decrease interest rates by 25 bps after the October 2026 meeting? | | 2026-10-28T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their October 2026 meeting? | Cut 25bps | 2026-10-28T18:00Z | KXFEDDECISION-26OCT-C25
different: another meeting
  polymarket | Fed decision in December? | Will the Fed decrease interest rates by 25 bps after the December 2026 meeting? | 25 bps decrease | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their October 2026 meeting? | Cut 25bps | 2026-10-28T18:00Z | KXFEDDECISION-26OCT-C25
different: how many cuts against a cut
  polymarket | How many Fed rate cuts in 2027? | Will 2 Fed rate cuts happen in 2027? | 2 | 2027-12-31T00:00Z |
  kalshi | | Will the Fed cut rates in 2027? | | 2027-12-31T00:00Z | KXFEDCUT-27
near: touching a value by the end of a year, by two sources
  polymarket | What price will Solana hit in 2026? | Will Solana reach $300 by December 31, 2026? | ↑ 300 | 2027-01-01T05:00Z |
  kalshi | | Will Solana reach $300 before 2027? | $300 | 2027-01-01T05:00Z | KXSOLMAX-26-300
different: touching against standing at a moment
  polymarket | What price will Solana hit in October? | Will Solana reach $300 in October? | ↑ 300 | 2026-11-01T04:00Z |
  kalshi | | Solana price on Oct 31, 2026? | $300 or above | 2026-10-31T21:00Z | KXSOLD-26OCT3117-T299.99
different: falling to a value
  polymarket | What price will Solana hit in October? | Will Solana dip to $100 in October? | ↓ 100 | 2026-11-01T04:00Z |
  kalshi | | Will Solana reach $100 in October 2026? | $100 | 2026-11-01T04:00Z | KXSOLMAXM-26OCT-100
different: another coin
  polymarket | | Will the price of Ethereum be above $3,000 on October 12? | | 2026-10-12T16:00Z |
  limitless | | SOL above $3,000 on October 12, 16:00 UTC? | | 2026-10-12T16:00Z |
same: a price at an hour
  polymarket | Ethereum above ___ on October 12? | Will the price of Ethereum be above $3,000 on October 12? | 3,000 | 2026-10-12T16:00Z |
  limitless | | ETH above $3,000 on Oct 12, 16:00 UTC? | | 2026-10-12T16:00Z |
different: another hour
  polymarket | Ethereum above ___ on October 12? | Ethereum above $3,000 on October 12, 12PM ET? | 3,000 | 2026-10-12T16:00Z |
  limitless | | ETH above $3,000 on Oct 12, 20:00 UTC? | | 2026-10-12T20:00Z |
different: another hour than that of the decision
  polymarket | Ethereum above ___ on October 12? | Will the price of Ethereum be above $3,000 on October 12? | 3,000 | 2026-10-12T16:00Z |
  limitless | | ETH above $3,000 on Oct 12, 20:00 UTC? | | 2026-10-12T20:00Z |
same: an award
  polymarket | Oscars 2027: Best Actress Winner | Will Jessie Buckley win Best Actress at the 99th Academy Awards? | Jessie Buckley | 2027-03-14T00:00Z |
  kalshi | | Oscar for Best Actress? | Jessie Buckley | 2027-03-15T00:00Z | KXOSCARACTR-27-JES
different: nominated is no winner
  polymarket | | Will Jessie Buckley be nominated for Best Actress at the 99th Academy Awards? | | 2027-01-22T00:00Z |
  kalshi | | Will Jessie Buckley win Best Actress at the 99th Academy Awards? | Jessie Buckley | 2027-03-15T00:00Z | KXOSCARACTR-27-JES
different: supporting actress
  polymarket | | Will Jessie Buckley win Best Supporting Actress at the 99th Academy Awards? | | 2027-03-14T00:00Z |
  kalshi | | Will Jessie Buckley win Best Actress at the 99th Academy Awards? | Jessie Buckley | 2027-03-15T00:00Z | KXOSCARACTR-27-JES
same: named and selected
  polymarket | | Will Elly De La Cruz be named to the NL All-Star Team at the 2026 MLB All-Star Game? | | 2026-07-05T00:00Z |
  kalshi | | Will Elly De La Cruz be selected to the 2026 NL All-Star Team? | Elly De La Cruz | 2026-07-06T00:00Z | KXMLBALLSTAR-26NL-EDEL
same: a draft pick
  polymarket | 2027 NBA Draft: 1st Overall Pick | Will Tyran Stokes be the 1st overall pick in the 2027 NBA Draft? | Tyran Stokes | 2027-06-24T00:00Z |
  kalshi | | Will Tyran Stokes be drafted 1st overall in the 2027 Pro Basketball Draft? | Tyran Stokes | 2027-06-25T00:00Z | KXNBADRAFT1-27-TSTO
different: another pick
  polymarket | 2027 NBA Draft: 2nd Overall Pick | Will Tyran Stokes be the 2nd overall pick in the 2027 NBA Draft? | Tyran Stokes | 2027-06-24T00:00Z |
  kalshi | | Will Tyran Stokes be drafted 1st overall in the 2027 Pro Basketball Draft? | Tyran Stokes | 2027-06-25T00:00Z | KXNBADRAFT1-27-TSTO
same: a season in two spellings
  polymarket | | Will Leeds United be relegated from the English Premier League after the 2026–27 season? | | 2027-05-24T00:00Z |
  kalshi | | Will Leeds United be Relegated from English Premier League in 2026-2027 Season? | Leeds United | 2027-05-24T00:00Z | KXEPLRELEGATION-27-LEE
different: another season
  polymarket | | Will Leeds United be relegated from the English Premier League after the 2026–27 season? | | 2027-05-24T00:00Z |
  kalshi | | Will Leeds United be Relegated from English Premier League in 2025-26 Season? | Leeds United | 2026-05-24T00:00Z | KXEPLRELEGATION-26-LEE
subset: top four and the title
  polymarket | | Will Napoli win the 2026-27 Serie A? | | 2027-05-24T00:00Z |
  kalshi | | Will Napoli finish in the top 4 in the 2026-27 Serie A season? | Napoli | 2027-05-24T00:00Z | KXSERIEATOP4-27-NAP
same: a cup with and without its season
  polymarket | | Will Newcastle United win the 2026-2027 FA Cup? | | 2027-05-15T00:00Z |
  kalshi | | Will Newcastle United win the FA Cup? | Newcastle United | 2027-05-15T00:00Z | KXFACUP-27-NEW
different: the league cup
  polymarket | | Will Newcastle United win the 2026-27 EFL Cup? | | 2027-03-15T00:00Z |
  kalshi | | Will Newcastle United win the 2026-27 FA Cup? | Newcastle United | 2027-05-15T00:00Z | KXFACUP-27-NEW
superset: who wins the cup reached its final
  polymarket | | Will Newcastle United reach the final of the 2026-27 FA Cup? | | 2027-05-01T00:00Z |
  kalshi | | Will Newcastle United win the 2026-27 FA Cup? | Newcastle United | 2027-05-15T00:00Z | KXFACUP-27-NEW
same: a conference final
  polymarket | | Will the Denver Nuggets win the NBA Western Conference Finals? | | 2027-05-30T00:00Z |
  kalshi | | Will the Denver win the 2027 Pro Basketball Western Conference Championship? | Denver | 2027-05-30T00:00Z | KXNBAWEST-27-DEN
subset: the conference and the title
  polymarket | | Will the Denver Nuggets win the 2027 NBA Finals? | | 2027-06-20T00:00Z |
  kalshi | | Will the Denver win the 2027 Pro Basketball Western Conference Championship? | Denver | 2027-05-30T00:00Z | KXNBAWEST-27-DEN
different: the eastern conference
  polymarket | | Will the New York Knicks win the NBA Eastern Conference Finals? | | 2027-05-30T00:00Z |
  kalshi | | Will the New York win the 2027 Pro Basketball Western Conference Championship? | New York | 2027-05-30T00:00Z | KXNBAWEST-27-NYK
different: another league of the same city
  polymarket | | Will the New York Giants win the 2027 championship? | | 2027-02-14T00:00Z |
  kalshi | | Will New York win the 2027 Pro Basketball Finals? | New York | 2027-06-20T00:00Z | KXNBA-27-NYK
different: a driver against a team
  limitless | | F1 Constructors' Champion: McLaren | McLaren | 2026-12-06T00:00Z |
  kalshi | | Will McLaren win the F1 Drivers Championship? | McLaren | 2026-12-06T00:00Z | KXF1-26-MCL
same: a group of the world cup
  limitless | | FIFA World Cup Group D Winner: Paraguay | Paraguay | 2026-06-28T00:00Z |
  kalshi | | Will Paraguay finish first in World Cup Group D? | Paraguay | 2026-06-28T00:00Z | KXWCGROUPWIN-26D-PAR
different: another group
  limitless | | FIFA World Cup Group D Winner: Paraguay | Paraguay | 2026-06-28T00:00Z |
  kalshi | | Will Paraguay finish first in World Cup Group C? | Paraguay | 2026-06-28T00:00Z | KXWCGROUPWIN-26C-PAR
subset: qualifying from a group
  limitless | | FIFA World Cup Group D Winner: Paraguay | Paraguay | 2026-06-28T00:00Z |
  kalshi | | Will Paraguay qualify from World Cup Group D? | Paraguay | 2026-06-28T00:00Z | KXWCGROUPQUAL-26D-PAR
different: playing is no scoring
  polymarket | | Will Neymar play in the 2026 FIFA World Cup? | | 2026-07-19T00:00Z |
  kalshi | | Will Neymar score in the World Cup? | | 2026-07-19T00:00Z |
same: playing in a tournament
  polymarket | | Will Neymar play in the 2026 FIFA World Cup? | | 2026-07-19T00:00Z |
  kalshi | | Will Neymar play in the World Cup? | | 2026-07-19T00:00Z |
different: assists against goals of a season
  polymarket | | Will Bruno Fernandes record the most assists in the 2026-27 English Premier League? | | 2027-05-24T00:00Z |
  kalshi | | Will Bruno Fernandes lead the English Premier League in goals scored for the 2026-27 season? | Bruno Fernandes | 2027-05-24T00:00Z | KXLEADEREPLGOALS-27-BFER
same: attending in person
  polymarket | | Will Keir Starmer attend the 2026 G20 summit? | | 2026-12-16T00:00Z |
  kalshi | | Will Keir Starmer attend the 2026 G20 summit in person? | Keir Starmer | 2026-12-16T00:00Z | KXATTENDG20-26-KSTA
different: attending against speaking
  polymarket | | Will Keir Starmer speak at the 2026 G20 summit? | | 2026-12-16T00:00Z |
  kalshi | | Will Keir Starmer attend the 2026 G20 summit? | Keir Starmer | 2026-12-16T00:00Z | KXATTENDG20-26-KSTA
different: a court may take a case and not decide it
  polymarket | | Will the Supreme Court accept the tariff refund case by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will the Supreme Court rule in favor of Trump in the tariff refund case before July 1, 2026? | | 2026-07-01T00:00Z |
different: found guilty against charged
  polymarket | | Will Luigi Mangione be found guilty of murder by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Luigi Mangione be found guilty of stalking before 2027? | | 2027-01-01T00:00Z |
different: sued against fired
  polymarket | | Will Trump try to fire Lisa Cook by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Trump sue Lisa Cook before July 1, 2026? | | 2026-07-01T00:00Z |
different: who does it to whom
  polymarket | | India strikes Pakistan by June 30, 2026? | | 2026-06-30T00:00Z |
  kalshi | | Will Pakistan strike India before Jul 1, 2026? | | 2026-07-01T00:00Z |
same: by a day and before the next
  polymarket | India strikes Pakistan by ___? | India strikes Pakistan by June 30, 2026? | June 30 | 2026-06-30T00:00Z |
  kalshi | | Will India strike Pakistan before Jul 1, 2026? | | 2026-07-01T00:00Z |
subset: an earlier deadline
  polymarket | India strikes Pakistan by ___? | India strikes Pakistan by March 31, 2026? | March 31 | 2026-03-31T00:00Z |
  kalshi | | Will India strike Pakistan before Jul 1, 2026? | | 2026-07-01T00:00Z |
superset: a later deadline
  polymarket | Databricks IPO by ___? | Databricks IPO by December 31, 2026? | December 31, 2026 | 2026-12-31T00:00Z |
  kalshi | | Will Databricks IPO before Jul 1, 2026? | | 2026-07-01T00:00Z | KXIPO-26JUL-DATA
same: an IPO
  polymarket | Databricks IPO by ___? | Databricks IPO by December 31, 2026? | December 31, 2026 | 2026-12-31T00:00Z |
  kalshi | | Will Databricks go public before 2027? | Databricks | 2027-01-01T00:00Z | KXIPO-26-DATA
reversed: no IPO
  polymarket | | Will Databricks not IPO by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Databricks IPO before 2027? | Databricks | 2027-01-01T00:00Z | KXIPO-26-DATA
different: size at the IPO
  polymarket | | Will Databricks' market cap be above $150B at close on IPO day? | | 2026-12-31T00:00Z |
  kalshi | | Will Databricks IPO before 2027? | Databricks | 2027-01-01T00:00Z | KXIPO-26-DATA
different: announcing is no doing
  polymarket | | Will Databricks announce an IPO by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Databricks IPO before 2027? | Databricks | 2027-01-01T00:00Z | KXIPO-26-DATA
same: a model on top
  polymarket | Which company has the best AI model end of October? | Will Google have the best AI model at the end of October 2026? | Google | 2026-10-31T00:00Z |
  myriad | | Will Google have the best AI model at the end of October 2026? | Yes / No | 2026-10-31T00:00Z |
different: the second best
  polymarket | Which company has the second best AI model end of October? | Will Google have the second best AI model at the end of October 2026? | Google | 2026-10-31T00:00Z |
  myriad | | Will Google have the best AI model at the end of October 2026? | Yes / No | 2026-10-31T00:00Z |
different: the month against the year
  polymarket | Largest company end of October? | NVIDIA | NVIDIA | 2026-10-31T00:00Z |
  kalshi | | Which company will be the largest at the end of 2027? | NVIDIA | 2027-12-31T00:00Z | KXLARGEST-27-NVDA
different: the second largest
  polymarket | | Will NVIDIA be the second-largest company in the world by market cap on December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will NVIDIA be the largest company in the world by market cap on December 31, 2026? | | 2026-12-31T00:00Z |
superset: fewer posts
  polymarket | | Will Trump post 30+ times on Truth Social on October 12 (ET)? | | 2026-10-13T04:00Z |
  kalshi | | Will Donald Trump post more than 40 times on Truth Social on Oct 12, 2026? | Above 40 | 2026-10-13T04:00Z | KXTRUTH-26OCT12-40
different: another film
  polymarket | | Will "Digger" score at least 80 on the Rotten Tomatoes Tomatometer? | | 2026-10-05T00:00Z |
  kalshi | | Verity Rotten Tomatoes score? | Above 80 | 2026-10-05T14:00Z | KXRT-VER-80
different: critics against audience
  polymarket | | Will "Digger" have a Rotten Tomatoes audience score of at least 80? | | 2026-10-05T00:00Z |
  kalshi | | Digger Rotten Tomatoes score? | Above 80 | 2026-10-05T14:00Z | KXRT-DIG-80
near: the weather of a day, by two sources
  polymarket | Highest temperature in Chicago on October 12? | Will the highest temperature in Chicago be between 60-61°F on October 12? | 60-61°F | 2026-10-12T12:00Z |
  kalshi | | Will the high temp in Chicago be 60-61° on Oct 12, 2026? | 60° to 61° | 2026-10-13T05:00Z | KXHIGHCHI-26OCT12-B60.5
different: the lowest temperature
  polymarket | Lowest temperature in Chicago on October 12? | Will the lowest temperature in Chicago be between 60-61°F on October 12? | 60-61°F | 2026-10-12T12:00Z |
  kalshi | | Will the high temp in Chicago be 60-61° on Oct 12, 2026? | 60° to 61° | 2026-10-13T05:00Z | KXHIGHCHI-26OCT12-B60.5
different: another city
  polymarket | Highest temperature in Miami on October 12? | Will the highest temperature in Miami be between 60-61°F on October 12? | 60-61°F | 2026-10-12T12:00Z |
  kalshi | | Will the high temp in Chicago be 60-61° on Oct 12, 2026? | 60° to 61° | 2026-10-13T05:00Z | KXHIGHCHI-26OCT12-B60.5
different: inflation of a month against a year
  polymarket | | Will monthly inflation increase by 0.3% in September 2026? | | 2026-10-14T00:00Z |
  kalshi | | Will annual inflation be 3.0% in September 2026? | 3.0% | 2026-10-14T12:00Z | KXCPIYOY-26SEP-3.0
different: core inflation
  polymarket | | Will core CPI rise more than 0.3% in September 2026? | | 2026-10-14T00:00Z |
  kalshi | | Will CPI rise more than 0.3% in September 2026? | Above 0.3% | 2026-10-14T12:00Z | KXCPI-26SEP-T0.3
same: a release before a day
  polymarket | GTA VI released before ___? | GTA VI released before June 2027? | June 2027 | 2027-06-01T00:00Z |
  kalshi | | Will GTA 6 be released before June 2027? | | 2027-06-01T00:00Z |
different: a trailer is no game
  polymarket | | GTA VI trailer 3 released before June 2027? | | 2027-06-01T00:00Z |
  kalshi | | Will GTA 6 be released before June 2027? | | 2027-06-01T00:00Z |
different: an album against a song
  polymarket | | Will Noah Kahan have a #1 hit in October 2026? | | 2026-10-31T00:00Z |
  kalshi | | Will Noah Kahan have a #1 album in October 2026? | | 2026-10-31T00:00Z |
same: an out with the office and without
  polymarket | Starmer out by ___? | Starmer out as Prime Minister by June 30, 2027? | June 30, 2027 | 2027-06-30T00:00Z |
  kalshi | | Will Keir Starmer leave office as Prime Minister before Jul 1, 2027? | Keir Starmer | 2027-07-01T00:00Z | KXSTARMEROUT-27JUL01
different: leader of the party
  polymarket | Starmer out by ___? | Starmer out as Labour leader by June 30, 2027? | June 30, 2027 | 2027-06-30T00:00Z |
  kalshi | | Will Keir Starmer leave office as Prime Minister before Jul 1, 2027? | Keir Starmer | 2027-07-01T00:00Z | KXSTARMEROUT-27JUL01
different: the first to leave
  polymarket | First to leave the Trump Cabinet? | Will Pam Bondi be the first to leave the Trump Cabinet? | Pam Bondi | 2026-12-31T00:00Z |
  kalshi | | Will Pam Bondi leave the Trump Cabinet before 2027? | Pam Bondi | 2027-01-01T00:00Z | KXCABOUT-26-PBON
same: elected pope, president, mayor
  polymarket | Los Angeles Mayoral Election | Will Nithya Raman win the 2026 Los Angeles mayoral election? | Nithya Raman | 2026-11-03T00:00Z |
  kalshi | | Will Nithya Raman be elected mayor of Los Angeles in 2026? | Nithya Raman | 2026-11-04T00:00Z | KXLAMAYOR-26-NRAM
different: a share of the vote
  polymarket | Los Angeles Mayoral Election vote share | Will Nithya Raman win between 20% and 25% of the vote in the 2026 Los Angeles mayoral election? | 20-25% | 2026-11-03T00:00Z |
  kalshi | | Will Nithya Raman be elected mayor of Los Angeles in 2026? | Nithya Raman | 2026-11-04T00:00Z | KXLAMAYOR-26-NRAM
different: the margin of a victory
  polymarket | | Will Nithya Raman win the 2026 Los Angeles mayoral election by more than 5%? | | 2026-11-03T00:00Z |
  kalshi | | Will Nithya Raman be elected mayor of Los Angeles in 2026? | Nithya Raman | 2026-11-04T00:00Z | KXLAMAYOR-26-NRAM
different: control of the other chamber
  polymarket | | Will the Republican Party control the Senate after the 2026 Midterm elections? | | 2026-11-03T00:00Z |
  kalshi | | Will Republicans win the House in 2026? | Republicans | 2026-11-03T00:00Z | KXHOUSE-26-R
same: control of a chamber
  polymarket | | Will the Republican Party control the Senate after the 2026 Midterm elections? | | 2026-11-03T00:00Z |
  kalshi | | Will Republicans control the Senate after the 2026 midterms? | Republicans | 2026-11-03T00:00Z | KXSENATE-26-R
different: the son of the president
  polymarket | | Will Donald Trump Jr. announce a presidential run before 2027? | | 2026-12-31T00:00Z |
  kalshi | | Will Donald Trump announce a presidential run before 2027? | | 2026-12-31T00:00Z |
different: another person of the same surname
  polymarket | | Will Michelle Obama be the Democratic nominee for President in 2028? | | 2028-08-30T00:00Z |
  kalshi | | Will Barack Obama be the Democratic nominee for President in 2028? | Barack Obama | 2028-08-30T00:00Z | KXPRESNOMD-28-BOBA
same: a name with and without the generation
  polymarket | Tennessee Republican Primary Winner | Will John Rose Jr. be the Republican nominee for Governor in Tennessee? | John Rose Jr. | 2026-08-07T00:00Z |
  kalshi | | Will John Rose be the Republican nominee for Governor in Tennessee? | John Rose | 2026-08-07T00:00Z | KXGOVTNNOMR-26-JROS
same: ends against the end of
  polymarket | | Government shutdown ends by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will the government shutdown end before January 1, 2027? | | 2026-12-31T00:00Z |
`)
