import { readServedPairs } from '../support/served.js'

/** Offices, chambers, rates and statistics, as two venues list them. */
export const servedListedOffices = readServedPairs(`
different: popular vote against the presidency
  polymarket | 2028 popular vote winner | Will the Democratic candidate win the popular vote in the 2028 US Presidential Election? | Democratic | 2028-11-07T00:00Z | 2028-popular-vote-democrat
  kalshi | | Which party will win the 2028 Presidential election? | Democratic party | 2029-01-20T15:00Z | KXPRESPARTY-2028-D
same: the House
  polymarket | Which party will win the House in 2026? | Will the Democratic Party control the House after the 2026 Midterm elections? | Democratic Party | 2026-11-03T00:00Z | will-the-democratic-party-control-the-house-after-the-2026-midterm-elections
  polymarket_us | U.S House Midterm Winner | U.S House Midterm Winner: Democratic Party | Democratic Party | 2027-02-02T04:59Z | paccc-usho-midterms-2026-11-03-dem
different: the Senate against the House
  polymarket_us | U.S Senate Midterm Winner | U.S Senate Midterm Winner: Republican Party | Republican Party | 2027-02-02T04:59Z | paccc-usse-midterms-2026-11-03-rep
  kalshi | | Will Republicans win the House in 2026? | Republican Party | 2027-02-01T15:00Z | CONTROLH-2026-R
same: the Senate
  polymarket_us | U.S Senate Midterm Winner | U.S Senate Midterm Winner: Republican Party | Republican Party | 2027-02-02T04:59Z | paccc-usse-midterms-2026-11-03-rep
  kalshi | | Which party will win the U.S. Senate? | Republican party | 2027-02-01T15:00Z | CONTROLS-2026-R
different: sweep against one chamber
  opinion | Balance of Power: 2026 Midterms | Balance of Power: 2026 Midterms: Democrats Sweep | Democrats Sweep | 2026-11-03T00:00Z |
  kalshi | | Which party will win the U.S. House? | Democratic party | 2027-02-01T15:00Z | CONTROLH-2026-D
same: balance of power
  opinion | Balance of Power: 2026 Midterms | Balance of Power: 2026 Midterms: D Senate, R House | D Senate, R House | 2026-11-03T00:00Z |
  polymarket | Balance of Power: 2026 Midterms | Balance of Power: D Senate, R House | D Senate, R House | 2026-11-03T00:00Z | balance-of-power-2026-midterms-d-senate-r-house
different: other cell of the same grid
  opinion | Balance of Power: 2026 Midterms | Balance of Power: 2026 Midterms: R Senate, D House | R Senate, D House | 2026-11-03T00:00Z |
  polymarket | Balance of Power: 2026 Midterms | Balance of Power: D Senate, R House | D Senate, R House | 2026-11-03T00:00Z | balance-of-power-2026-midterms-d-senate-r-house
subset: sweep within one chamber
  opinion | Balance of Power: 2026 Midterms | Balance of Power: 2026 Midterms: Republicans Sweep | Republicans Sweep | 2026-11-03T00:00Z |
  kalshi | | Which party will win the U.S. Senate? | Republican party | 2027-02-01T15:00Z | CONTROLS-2026-R
same: a Senate seat by candidate
  polymarket_us | Texas Senate Election Winner | Texas Senate Election Winner: Ken Paxton (R) | Ken Paxton (R) | 2027-01-15T00:00Z | ewc-usse-tx-2026-11-03-rep
  kalshi | | Will Ken Paxton win the Texas Senate race? | Ken Paxton | 2027-01-15T15:00Z | KXSENATETXPERSON-26-KPAX
different: primary against general election
  polymarket | Texas Republican Senate Primary Winner | Will Ken Paxton win the 2026 Texas Republican Senate primary? | Ken Paxton | 2026-05-26T00:00Z | will-ken-paxton-win-the-2026-texas-republican-primary
  kalshi | | Will Ken Paxton win the Texas Senate race? | Ken Paxton | 2027-01-15T15:00Z | KXSENATETXPERSON-26-KPAX
different: governor against Senate in one state
  polymarket | Texas Governor Election Winner | Will the Republicans win the Texas governor race in 2026? | Republican | 2026-11-03T00:00Z | will-the-republicans-win-the-texas-governor-race-in-2026
  kalshi | | Will Republicans win the Senate race in Texas? | Republican | 2027-01-15T15:00Z | SENATETX-26-R
same: governor by party
  polymarket | Texas Governor Election Winner | Will the Republicans win the Texas governor race in 2026? | Republican | 2026-11-03T00:00Z | will-the-republicans-win-the-texas-governor-race-in-2026
  kalshi | | Will Republicans win the governorship in Texas? | Republican party | 2027-01-15T15:00Z | GOVPARTYTX-26-R
different: another district
  polymarket | NY-12 Democratic Primary Winner | Will Jack Schlossberg be the Democratic nominee for NY-12? | Jack Schlossberg | 2026-06-24T05:27Z | will-jack-schlossberg-be-the-democratic-nominee-for-ny-12
  kalshi | | Will Jack Schlossberg be the Democratic nominee for NY-10? | Jack Schlossberg | 2026-06-24T01:30Z | KXNY10D-26-JSCH
same: house district by party
  polymarket | NE-02 House Election Winner | Will the Democratic Party win the NE-02 House seat? | Democrat | 2026-11-03T00:00Z | will-the-democratic-party-win-the-ne-02-house-seat
  kalshi | | Will Democrats win the House race for NE-2? | Democratic party | 2027-02-01T15:00Z | KXHOUSERACE-NE02-26-D
different: mayor of another city
  polymarket | Los Angeles Mayoral Election | Will Karen Bass win the 2026 Los Angeles mayoral election? | Karen Bass | 2026-11-03T00:00Z | will-karen-bass-win-the-2026-los-angeles-mayoral-election
  kalshi | | Will Karen Bass win the first round of the Los Angeles mayoral election? | Karen Bass | 2026-06-20T15:00Z | KXLAMAYOR1R-26-KBAS
same: mayor
  polymarket | Los Angeles Mayoral Election | Will Karen Bass win the 2026 Los Angeles mayoral election? | Karen Bass | 2026-11-03T00:00Z | will-karen-bass-win-the-2026-los-angeles-mayoral-election
  kalshi | | Will Karen Bass be elected Mayor of Los Angeles? | Karen Bass | 2026-11-17T15:00Z | KXLAMAYOR-26-KBAS
near: most seats against the prime minister
  polymarket | Dutch election: most seats | Will D66 win the most seats in the 2025 Dutch election? | D66 | 2025-10-29T00:00Z | will-d66-win-the-most-seats-in-the-2025-dutch-election
  kalshi | | Will D66 win the Dutch parliamentary election? | D66 | 2025-11-12T15:00Z | KXDUTCHELECTION-25-D66
different: prime minister against most seats
  polymarket | Next Prime Minister of the Netherlands | Will Rob Jetten be the next Prime Minister of the Netherlands? | Rob Jetten | 2026-12-31T00:00Z | next-pm-netherlands-jetten
  kalshi | | Will D66 win the Dutch parliamentary election? | D66 | 2025-11-12T15:00Z | KXDUTCHELECTION-25-D66
same: next prime minister
  polymarket | Next Prime Minister of Israel | Will Naftali Bennett be the next Prime Minister of Israel? | Naftali Bennett | 2026-12-31T00:00Z | will-naftali-bennett-be-the-next-prime-minister-of-israel
  kalshi | | Who will be the next new Prime Minister of Israel? | Naftali Bennett | 2045-01-01T15:00Z | KXNEXTISRAELPM-45JAN01-NBEN
different: next Israeli against next Ethiopian
  polymarket | Next Prime Minister of Ethiopia | Will Berhanu Nega be the next Prime Minister of Ethiopia? | Berhanu Nega | 2026-12-31T00:00Z | will-berhanu-nega-be-the-next-prime-minister-of-ethiopia
  kalshi | | Who will be the next new Prime Minister of Israel? | Israel Katz | 2045-01-01T15:00Z | KXNEXTISRAELPM-45JAN01-IKAT
different: out as leader by other dates of the year
  polymarket | Netanyahu out by...? | Netanyahu out by June 30, 2026? | June 30, 2026 | 2026-06-30T00:00Z | netanyahu-out-by-june-30-2026
  kalshi | | Will Yariv Levin be the next Prime Minister of Israel? | Yariv Levin | 2045-01-01T15:00Z | KXNEXTISRAELPM-45JAN01-YLEV
subset: the earlier deadline
  polymarket | Netanyahu out by...? | Netanyahu out by June 30, 2026? | June 30, 2026 | 2026-06-30T00:00Z | netanyahu-out-by-june-30-2026
  kalshi | | Will Benjamin Netanyahu leave office as Prime Minister of Israel before 2027? | Before Jan 1, 2027 | 2027-01-01T15:00Z | KXNETANYAHUOUT-27JAN01
same: out before the year's end
  polymarket | Starmer out by...? | Starmer out by December 31, 2026? | December 31, 2026 | 2026-12-31T00:00Z | starmer-out-by-december-31-2026
  kalshi | | Will Keir Starmer leave office before 2027? | Before 2027 | 2027-01-01T15:00Z | KXSTARMEROUT-27JAN01
different: party leader against prime minister
  polymarket | Starmer out by...? | Starmer out by December 31, 2026? | December 31, 2026 | 2026-12-31T00:00Z | starmer-out-by-december-31-2026
  kalshi | | Will Keir Starmer face a leadership challenge before 2027? | Before 2027 | 2027-01-01T15:00Z | KXSTARMERCHALLENGE-27JAN01
different: who leaves first against who leaves
  polymarket | Who will be the first to leave Trump's cabinet? | Will Kristi Noem be the first to leave the Trump Cabinet? | Kristi Noem | 2026-12-31T00:00Z | will-kristi-noem-be-the-first-to-leave-the-trump-cabinet
  kalshi | | Will Kristi Noem leave the Trump administration before 2027? | Kristi Noem | 2027-01-01T15:00Z | KXCABLEAVE-26DEC31-KNOE
same: leaves the cabinet
  polymarket | Who will leave the Trump administration in 2026? | Will Kash Patel leave the Trump administration by December 31, 2026? | Kash Patel | 2026-12-31T00:00Z | will-kash-patel-leave-the-trump-administration-by-december-31-2026
  kalshi | | Will Kash Patel leave the Trump administration before 2027? | Kash Patel | 2027-01-01T15:00Z | KXADMINLEAVE-27-KPAT
different: impeached against removed
  polymarket | Trump impeached by...? | Trump impeached by December 31, 2027? | December 31, 2027 | 2027-12-31T00:00Z | trump-impeached-by-december-31-2027
  kalshi | | Will Trump be removed from office before 2028? | Before 2028 | 2028-01-01T15:00Z | KXTRUMPREMOVE-28JAN01
same: nominated as chair of the Fed
  polymarket | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Warsh as the next Fed chair? | Kevin Warsh | 2026-12-31T00:00Z | will-trump-nominate-kevin-warsh-as-the-next-fed-chair
  kalshi | | Will Trump next nominate Kevin Warsh as Fed Chair? | Kevin Warsh | 2027-01-01T15:00Z | KXFEDCHAIRNOM-29-KW
different: nominated against confirmed
  polymarket | Who will Trump nominate as Fed Chair? | Will Trump nominate Kevin Warsh as the next Fed chair? | Kevin Warsh | 2026-12-31T00:00Z | will-trump-nominate-kevin-warsh-as-the-next-fed-chair
  kalshi | | Will Kevin Warsh be confirmed as Fed Chair before Jul 1, 2026? | Before Jul 1, 2026 | 2026-07-01T15:00Z | KXFEDCHAIRCONFIRM-26JUL01
different: governor of the Fed against chair
  polymarket | Lisa Cook out as Fed Governor by...? | Lisa Cook out as Fed Governor by December 31, 2026? | December 31, 2026 | 2026-12-31T00:00Z | lisa-cook-out-as-fed-governor-by-december-31-2026
  kalshi | | Will Jerome Powell leave the Federal Reserve Board of Governors before 2027? | Before 2027 | 2027-01-01T15:00Z | KXPOWELLLEAVE-27JAN01
same: rate decision
  polymarket | Fed decision in September? | Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? | 25 bps decrease | 2026-09-16T00:00Z | will-the-fed-decrease-interest-rates-by-25-bps-after-the-september-2026-meeting-586
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their September 2026 meeting? | Cut 25bps | 2026-09-16T17:59Z | KXFEDDECISION-26SEP-C25
different: another meeting
  polymarket | Fed decision in June? | Will the Fed decrease interest rates by 25 bps after the June 2026 meeting? | 25 bps decrease | 2026-06-17T00:00Z | will-the-fed-decrease-interest-rates-by-25-bps-after-the-june-2026-meeting
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T18:59Z | KXFEDDECISION-26DEC-C25
different: 50 or more against 25
  polymarket | Fed decision in September? | Will the Fed decrease interest rates by 50+ bps after the September 2026 meeting? | 50+ bps decrease | 2026-09-16T00:00Z | will-the-fed-decrease-interest-rates-by-50-bps-after-the-september-2026-meeting-863
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their September 2026 meeting? | Cut 25bps | 2026-09-16T17:59Z | KXFEDDECISION-26SEP-C25
same: 50+ and more than 25
  polymarket | Fed decision in September? | Will the Fed decrease interest rates by 50+ bps after the September 2026 meeting? | 50+ bps decrease | 2026-09-16T00:00Z | will-the-fed-decrease-interest-rates-by-50-bps-after-the-september-2026-meeting-863
  kalshi | | Will the Federal Reserve Cut rates by >25bps at their September 2026 meeting? | Cut >25bps | 2026-09-16T17:59Z | KXFEDDECISION-26SEP-C26
same: no change and a hike of 0bps
  polymarket | Fed decision in September? | Will there be no change in Fed interest rates after the September 2026 meeting? | No change | 2026-09-16T00:00Z | will-there-be-no-change-in-fed-interest-rates-after-the-september-2026-meeting
  kalshi | | Will the Federal Reserve Hike rates by 0bps at their September 2026 meeting? | Fed maintains rate | 2026-09-16T17:59Z | KXFEDDECISION-26SEP-H0
different: a hike against a cut
  polymarket | Fed decision in September? | Will the Fed increase interest rates by 25+ bps after the September 2026 meeting? | 25+ bps increase | 2026-09-16T00:00Z | will-the-fed-increase-interest-rates-by-25-bps-after-the-september-2026-meeting
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their September 2026 meeting? | Cut 25bps | 2026-09-16T17:59Z | KXFEDDECISION-26SEP-C25
different: the upper bound against one meeting's cut
  polymarket | Fed decision in September? | Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? | 25 bps decrease | 2026-09-16T00:00Z | will-the-fed-decrease-interest-rates-by-25-bps-after-the-september-2026-meeting-586
  kalshi | | Will the upper bound of the federal funds rate be above 3.25% following the Fed's Sep 16, 2026 meeting? | Above 3.25% | 2026-09-16T17:59Z | KXFED-26SEP-T3.25
different: number of cuts
  polymarket | How many Fed rate cuts in 2026? | Will 3 Fed rate cuts happen in 2026? | 3 (75 bps) | 2026-12-31T00:00Z | will-3-fed-rate-cuts-happen-in-2026
  kalshi | | Will the Federal Reserve cut rates 2 times? | 2 cuts | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T2
same: number of cuts
  polymarket | How many Fed rate cuts in 2026? | Will 3 Fed rate cuts happen in 2026? | 3 (75 bps) | 2026-12-31T00:00Z | will-3-fed-rate-cuts-happen-in-2026
  kalshi | Number of rate cuts in 2026? | Will the Federal Reserve cut rates 3 times? | 3 cuts | 2026-12-31T15:00Z | KXRATECUTCOUNT-26DEC31-T3
superset: a cut by December against one of September
  limitless | Fed rate cut by __? | Fed rate cut by __?: December Meeting | December Meeting | 2026-12-10T00:00Z | december-meeting-1779881657556
  polymarket | Fed rate cut by...? | Fed rate cut by September 2026 meeting? | September Meeting | 2026-09-16T00:00Z | fed-rate-cut-by-september-2026-meeting
different: ECB against Fed
  polymarket | ECB decision in September? | Will the ECB decrease interest rates by 25 bps after the September 2026 meeting? | 25 bps decrease | 2026-09-10T00:00Z | ecb-decision-september-2026-25-bps-decrease
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their September 2026 meeting? | Cut 25bps | 2026-09-16T17:59Z | KXFEDDECISION-26SEP-C25
different: Bank of England against Bank of Japan
  polymarket | Bank of Japan decision in October? | Will there be no change in Bank of Japan interest rates after the October 2026 meeting? | No change | 2026-10-30T00:00Z | bank-of-japan-no-change-october-2026
  kalshi | | Will the Bank of England Maintain current rate at the November Bank of England meeting? | Maintain current rate | 2026-11-05T15:00Z | KXCBDECISIONENGLAND-26NOV05-HOLD
same: Bank of Japan
  polymarket | Bank of Japan decision in October? | Will there be no change in Bank of Japan interest rates after the October 2026 meeting? | No change | 2026-10-30T00:00Z | bank-of-japan-no-change-october-2026
  kalshi | | Will the Bank of Japan Maintain current rate at the October Bank of Japan meeting? | Maintain current rate | 2026-10-30T15:00Z | KXCBDECISIONJAPAN-26OCT30-HOLD
different: monthly against yearly inflation
  polymarket | October Inflation US - Monthly | Will monthly inflation increase by 0.3% in October? | 0.3% | 2026-11-12T00:00Z | october-inflation-us-monthly-0pt3
  kalshi | CPI in October 2026? | Will the rate of CPI inflation be above 3.0% for the year ending in October 2026? | Above 3.0% | 2026-11-12T13:25Z | KXCPIYOY-26OCT-T3.0
different: equal to against above
  polymarket | October Inflation US - Annual | Will annual inflation increase by 3.0% in October? | 3.0% | 2026-11-12T00:00Z | october-inflation-us-annual-3pt0
  kalshi | CPI in October 2026? | Will the rate of CPI inflation be above 3.0% for the year ending in October 2026? | Above 3.0% | 2026-11-12T13:25Z | KXCPIYOY-26OCT-T3.0
different: core against headline
  polymarket | October Inflation US - Annual | Will annual inflation increase by ≥3.1% in October? | ≥3.1% | 2026-11-12T00:00Z | october-inflation-us-annual-3pt1-or-more
  kalshi | | Will the rate of core CPI inflation be above 3.0% for the year ending in October 2026? | Above 3.0% | 2026-11-12T13:25Z | KXCPICOREYOY-26OCT-T3.0
same: yearly inflation at least 3.1 and above 3.0
  polymarket | October Inflation US - Annual | Will annual inflation increase by ≥3.1% in October? | ≥3.1% | 2026-11-12T00:00Z | october-inflation-us-annual-3pt1-or-more
  kalshi | CPI in October 2026? | Will the rate of CPI inflation be above 3.0% for the year ending in October 2026? | Above 3.0% | 2026-11-12T13:25Z | KXCPIYOY-26OCT-T3.0
subset: equal to within above
  polymarket | October Inflation US - Annual | Will annual inflation increase by 3.2% in October? | 3.2% | 2026-11-12T00:00Z | october-inflation-us-annual-3pt2
  kalshi | CPI in October 2026? | Will the rate of CPI inflation be above 3.0% for the year ending in October 2026? | Above 3.0% | 2026-11-12T13:25Z | KXCPIYOY-26OCT-T3.0
different: unemployment of another month
  polymarket | October unemployment rate? | Will the October 2026 unemployment rate be 4.4%? | 4.4% | 2026-11-06T00:00Z | will-the-october-2026-unemployment-rate-be-4pt4
  kalshi | | Will unemployment be above 4.3% in November 2026? | Above 4.3% | 2026-12-04T13:25Z | KXU3-26NOV-T4.3
superset: above 4.3 contains 4.6
  kalshi | | Will unemployment be above 4.3% in October 2026? | Above 4.3% | 2026-11-06T13:25Z | KXU3-26OCT-T4.3
  polymarket | October unemployment rate? | Will the October 2026 unemployment rate be ≥4.6%? | ≥4.6% | 2026-11-06T00:00Z | will-the-october-2026-unemployment-rate-be-4pt6-or-more
different: payrolls against unemployment
  polymarket | How many jobs added in October? | Will the US add between 50k and 100k jobs in October 2026? | 50k–100k | 2026-11-06T00:00Z | us-jobs-october-2026-50k-100k
  kalshi | | Will above 100000 jobs be added in October 2026? | Above 100000 | 2026-11-06T13:25Z | KXPAYROLLS-26OCT-T100000
different: GDP of another quarter
  polymarket | US GDP growth in Q3 2026? | Will US GDP growth in Q3 2026 be greater than 2.5%? | >2.5% | 2026-10-29T00:00Z | us-gdp-growth-q3-2026-gt-2pt5
  kalshi | | Will real GDP increase by more than 2.5% in Q2 2026? | More than 2.5% | 2026-07-30T12:25Z | KXGDP-26JUL30-T2.5
same: GDP
  polymarket | US GDP growth in Q3 2026? | Will US GDP growth in Q3 2026 be greater than 2.5%? | >2.5% | 2026-10-29T00:00Z | us-gdp-growth-q3-2026-gt-2pt5
  kalshi | | Will real GDP increase by more than 2.5% in Q3 2026? | More than 2.5% | 2026-10-29T12:25Z | KXGDP-26OCT29-T2.5
same: a recession
  polymarket | US recession in 2026? | US recession in 2026? | | 2026-12-31T00:00Z | us-recession-in-2026
  gemini-titan | Recession this year? | Recession this year? | | 2026-12-31T00:00Z | RECESSION26
different: price at noon against the maximum of the year
  polymarket | Bitcoin above ___ on March 11? | Will the price of Bitcoin be above $64,000 on March 11? | 64,000 | 2026-03-11T16:00Z | bitcoin-above-64k-on-march-11
  kalshi | | How high will Bitcoin get this year? | $150,000 or above | 2027-01-01T05:00Z | KXBTCMAXY-26DEC31-149999.99
near: noon of Binance against the index of five o'clock
  polymarket | Bitcoin above ___ on March 11? | Will the price of Bitcoin be above $64,000 on March 11? | 64,000 | 2026-03-11T16:00Z | bitcoin-above-64k-on-march-11
  kalshi | | Bitcoin price on Mar 11, 2026? | $64,000 or above | 2026-03-11T21:00Z | KXBTCD-26MAR1117-T63999.99
different: another coin
  polymarket | Ethereum above ___ on March 11? | Will the price of Ethereum be above $2,000 on March 11? | 2,000 | 2026-03-11T16:00Z | ethereum-above-2000-on-march-11
  kalshi | | Bitcoin price on Mar 11, 2026? | $64,000 or above | 2026-03-11T16:00Z | KXBTCD-26MAR1112-T63999.99
different: another day
  polymarket | Bitcoin above ___ on March 12? | Will the price of Bitcoin be above $64,000 on March 12? | 64,000 | 2026-03-12T16:00Z | bitcoin-above-64k-on-march-12
  kalshi | | Bitcoin price on Mar 11, 2026? | $64,000 or above | 2026-03-11T16:00Z | KXBTCD-26MAR1112-T63999.99
`)
