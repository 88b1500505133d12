import { readServedPairs } from '../support/served.js'

/** Figures, rates, prices and companies: near-misses, and the same in the words of two venues. */
export const servedEconomy = readServedPairs(`
different: any cut against 25 points
  polymarket | | Fed rate cut by December meeting? | | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-C25
different: more than 25 against 25
  polymarket | Fed decision in December? | Will the Fed decrease interest rates by 50+ bps after the December 2026 meeting? | 50+ bps decrease | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-C25
superset: at least 25 against 25
  polymarket | Fed decision in December? | Will the Fed increase interest rates by 25+ bps after the December 2026 meeting? | 25+ bps increase | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve Hike rates by 25bps at their December 2026 meeting? | Hike 25bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-H25
different: the next meeting
  polymarket | Fed decision in December? | Will there be no change in Fed interest rates after the December 2026 meeting? | No change | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve Hike rates by 0bps at their January 2027 meeting? | Hike 0bps | 2027-01-27T19:00Z | KXFEDDECISION-27JAN-H0
different: the level of the rate against the cut
  polymarket | | Will the upper bound of the federal funds rate be 3.50% after the December 2026 meeting? | 3.50% | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-C25
different: the level of another year end
  polymarket | What will the fed rate be at the end of 2026? | Will the federal funds rate be 3.25% at the end of 2026? | 3.25% | 2026-12-31T00:00Z |
  kalshi | | Will the federal funds rate be above 3.25% at the end of 2026? | Above 3.25% | 2026-12-31T00:00Z | KXFEDEND-26-T3.25
different: cuts of a year against cuts in a row
  polymarket | How many Fed rate cuts in 2027? | Will 2 Fed rate cuts happen in 2027? | 2 (50 bps) | 2027-12-31T00:00Z |
  kalshi | | Will there be 3 Fed rate cuts in 2027? | 3 cuts | 2027-12-31T00:00Z | KXRATECUTCOUNT-27-3
different: dissent against decision
  polymarket | | Will anyone dissent at the December Fed meeting? | | 2026-12-09T00:00Z |
  kalshi | | Will there be a rate cut at the December Fed meeting? | | 2026-12-09T00:00Z | KXFEDDEC-26DEC
different: the emergency cut
  polymarket | | Fed emergency rate cut before 2027? | | 2026-12-31T00:00Z |
  kalshi | | Fed rate cut before 2027? | | 2026-12-31T00:00Z | KXRATECUT-26
different: another bank's hike
  polymarket | | Will the Bank of Japan increase interest rates by 25 bps after the December 2026 meeting? | | 2026-12-18T00:00Z |
  kalshi | | Will the Bank of Canada increase interest rates by 25 bps after the December 2026 meeting? | Hike 25bps | 2026-12-18T00:00Z | KXCBDECISIONCANADA-26DEC-H25
subset: the ECB's deposit rate
  polymarket | | Will the ECB cut rates in December 2026? | | 2026-12-17T00:00Z |
  kalshi | | Will the ECB cut rates in 2026? | | 2026-12-31T00:00Z | KXECBCUT-26
different: core against headline
  polymarket | November Core Inflation US - Annual | Will core CPI YoY be 3.0% in November? | 3.0% | 2026-12-10T00:00Z |
  kalshi | | Will CPI YoY be 3.0% in November 2026? | Exactly 3.0% | 2026-12-10T13:25Z | KXECONSTATCPIYOY-26NOV-T3.0
different: monthly against yearly
  polymarket | November Inflation US - Monthly | Will monthly inflation increase by 0.3% in November? | 0.3% | 2026-12-10T00:00Z |
  kalshi | | Will annual inflation be 0.3% in November 2026? | Exactly 0.3% | 2026-12-10T13:25Z | KXECONSTATCPIYOY-26NOV-T0.3
different: month over month against year over year
  polymarket | | Will CPI MoM be above 0.2% in November 2026? | | 2026-12-10T00:00Z |
  kalshi | | Will CPI YoY be above 0.2% in November 2026? | Above 0.2% | 2026-12-10T00:00Z | KXCPIYOY-26NOV-T0.2
different: inflation of another country
  polymarket | | Will Argentina's monthly inflation be above 2.0% in November 2026? | | 2026-12-12T00:00Z |
  kalshi | | Will US monthly inflation be above 2.0% in November 2026? | Above 2.0% | 2026-12-10T00:00Z | KXCPI-26NOV-T2.0
different: PCE against CPI
  polymarket | | Will core PCE YoY be above 2.8% in November 2026? | | 2026-12-23T00:00Z |
  kalshi | | Will core CPI YoY be above 2.8% in November 2026? | Above 2.8% | 2026-12-10T00:00Z | KXCPICOREYOY-26NOV-T2.8
different: producer against consumer prices
  polymarket | | Will PPI YoY be above 3.0% in November 2026? | | 2026-12-11T00:00Z |
  kalshi | | Will CPI YoY be above 3.0% in November 2026? | Above 3.0% | 2026-12-10T00:00Z | KXCPIYOY-26NOV-T3.0
different: at least against above
  polymarket | November Unemployment Rate | Will the November 2026 unemployment rate be 4.5%? | 4.5% | 2026-12-04T00:00Z |
  kalshi | | Will the unemployment rate be above 4.5% in November 2026? | Above 4.5% | 2026-12-04T13:25Z | KXU3-26NOV-T4.5
different: U6 against U3
  polymarket | | Will the U-6 unemployment rate be above 8.0% in November 2026? | | 2026-12-04T00:00Z |
  kalshi | | Will the unemployment rate be above 8.0% in November 2026? | Above 8.0% | 2026-12-04T00:00Z | KXU3-26NOV-T8.0
different: jobs against private jobs
  polymarket | | Will the US add more than 100k private sector jobs in November 2026? | | 2026-12-04T00:00Z |
  kalshi | | Will the US add more than 100k jobs in November 2026? | Above 100,000 | 2026-12-04T00:00Z | KXPAYROLLS-26NOV-T100000
different: initial against continuing claims
  polymarket | | Will initial jobless claims be above 230k for the week ending November 28? | | 2026-12-03T00:00Z |
  kalshi | | Will continuing jobless claims be above 230k for the week ending November 28? | Above 230,000 | 2026-12-03T00:00Z | KXJOBLESSCLAIMS-26DEC03-230000
different: GDP of another quarter
  polymarket | US GDP growth in Q3 2026? | Will US GDP growth in Q3 2026 be between 2.0% and 2.5%? | 2.0-2.5% | 2026-12-22T00:00Z |
  kalshi | | Will US GDP growth in Q4 2026 be between 2.0% and 2.5%? | 2.0 to 2.5% | 2027-01-28T00:00Z | KXGDP-27JAN28-B2.25
different: the advance estimate against the third
  polymarket | | Will the advance estimate of Q3 2026 GDP be above 2.5%? | | 2026-12-22T00:00Z |
  kalshi | | Will the third estimate of Q3 2026 GDP be above 2.5%? | Above 2.5% | 2026-12-22T00:00Z | KXGDP-26DEC22-T2.5
different: negative growth against a recession
  polymarket | | Negative GDP growth in Q4 2026? | | 2027-01-30T00:00Z |
  kalshi | | US recession in Q4 2026? | | 2027-01-30T00:00Z | KXRECSSQ-26
different: the recession of another country
  polymarket | | UK recession in 2027? | | 2027-12-31T00:00Z |
  kalshi | | US recession in 2027? | | 2027-12-31T00:00Z | KXRECSSNBER-27
different: touching against closing
  polymarket | What price will Bitcoin hit in December? | Will Bitcoin reach $120,000 in December? | ↑ 120,000 | 2027-01-01T05:00Z |
  kalshi | | Bitcoin price on Dec 31, 2026 at 5pm EST? | $120,000 or above | 2026-12-31T22:00Z | KXBTCD-26DEC3117-T119999.99
different: touching in a week against a month
  polymarket | What price will Bitcoin hit November 30-December 6? | Will Bitcoin reach $110,000 November 30-December 6? | ↑ 110,000 | 2026-12-07T05:00Z |
  kalshi | | Will Bitcoin reach $110,000 in December? | $110,000 | 2027-01-01T05:00Z | KXBTCMAXM-26DEC31-110000
near: reaching against falling, by two sources
  polymarket | What price will Ethereum hit in December? | Will Ethereum dip to $2,000 in December? | ↓ 2,000 | 2027-01-01T05:00Z |
  kalshi | | How low will Ethereum get in December? | Below $1,800 | 2027-01-01T05:00Z | KXETHMINM-26DEC31-1800
different: another coin
  polymarket | | Will Solana reach $300 by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | How high will Ethereum get this year? | Above $3,000 | 2026-12-31T00:00Z | KXETHMAXY-26DEC31-3000
different: another hour
  polymarket | Bitcoin above ___ on December 5, 12PM ET? | Bitcoin above 100,000 on December 5, 12PM ET? | 100,000 | 2026-12-05T17:00Z | bitcoin-above-100k-on-december-5-12pm-et
  kalshi | | Bitcoin price on Dec 5, 2026 at 5pm EST? | $100,000 or above | 2026-12-05T22:00Z | KXBTCD-26DEC0517-T99999.99
different: the range against above
  polymarket | Bitcoin price on December 5? | Will the price of Bitcoin be between $98,000 and $100,000 on December 5? | 98,000-100,000 | 2026-12-05T17:00Z |
  kalshi | | Bitcoin price range on Dec 5, 2026? | $100,000 to $102,000 | 2026-12-05T17:00Z | KXBTC-26DEC0512-B101000
different: five minutes against an hour
  polymarket | Bitcoin Up or Down - December 5, 12:00PM-12:05PM ET | Bitcoin Up or Down - December 5, 12:00PM-12:05PM ET | Up / Down | 2026-12-05T17:05Z | btc-updown-5m-1796490000
  limitless | | BTC Up or Down Hourly | Up / Down | 2026-12-05T17:05Z | btc-up-or-down-hourly-1796490000
different: daily against weekly
  limitless | | BTC Up or Down Daily | Up / Down | 2026-12-05T17:00Z | btc-up-or-down-daily
  limitless | | BTC Up or Down - 1 week | Up / Down | 2026-12-05T17:00Z | btc-up-or-down-1-week
different: the dominance of a coin
  polymarket | | Will Bitcoin dominance hit 65% by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Bitcoin hit $65k by December 31, 2026? | | 2026-12-31T00:00Z |
different: the all-time high of another
  polymarket | | Ethereum all time high by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Bitcoin all time high by December 31, 2026? | | 2026-12-31T00:00Z | KXBTCATH-26
different: ETF approval against launch
  polymarket | | Will a Dogecoin ETF be approved by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will a Dogecoin ETF launch by December 31, 2026? | | 2026-12-31T00:00Z | KXDOGEETF-26
different: a spot ETF against a staking ETF
  polymarket | | Will a staking Ethereum ETF be approved by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will a spot Ethereum ETF be approved by December 31, 2026? | | 2026-12-31T00:00Z |
different: flows against price
  polymarket | | Bitcoin ETF inflows above $500M on December 4? | | 2026-12-04T00:00Z |
  kalshi | | Bitcoin ETF outflows above $500M on December 4? | | 2026-12-04T00:00Z |
different: market cap against FDV
  polymarket | | Monad FDV above $3B one day after launch? | | 2026-12-31T00:00Z |
  kalshi | | Monad market cap above $3B one day after launch? | | 2026-12-31T00:00Z |
different: a reserve of a state against the country
  polymarket | | US national Bitcoin reserve before 2027? | | 2026-12-31T00:00Z |
  kalshi | | Texas state Bitcoin reserve before 2027? | | 2026-12-31T00:00Z | KXBTCRESERVESTATE-26-TX
different: the stock against the index
  polymarket | | S&P 500 (SPX) closes above 7,000 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Nasdaq 100 closes above 7,000 on December 31? | | 2026-12-31T21:00Z | KXNASDAQ100-26DEC31-T7000
superset: the close of a month against of a year
  polymarket | | Will NVIDIA (NVDA) close above $200 end of December? | $200 | 2026-12-31T21:00Z |
  kalshi | | Will NVIDIA close above $210 at the end of December? | $210 | 2026-12-31T21:00Z | KXNVDA-26DEC31-T210
different: the largest against the second largest company
  polymarket | 2nd largest company end of December? | Will Apple be the second-largest company in the world by market cap on December 31? | Apple | 2026-12-31T00:00Z |
  kalshi | | Will Apple be the largest company in the world by market cap on December 31? | Apple | 2026-12-31T00:00Z | KXLARGEST-26DEC31-AAPL
different: earnings against revenue
  polymarket | | Will NVIDIA beat quarterly earnings? | | 2027-02-24T00:00Z |
  kalshi | | Will NVIDIA beat quarterly revenue estimates? | | 2027-02-24T00:00Z | KXNVDAREV-27
different: deliveries against production
  polymarket | | Will Tesla deliver more than 450,000 vehicles in Q4 2026? | | 2027-01-02T00:00Z |
  kalshi | | Will Tesla produce more than 450,000 vehicles in Q4 2026? | Above 450,000 | 2027-01-02T00:00Z | KXTESLAPROD-26Q4-450
different: gas of a state against the nation
  polymarket | | Will the average gas price in California be above $5.00 on December 31? | | 2026-12-31T00:00Z |
  kalshi | | Will the average US gas price be above $5.00 on December 31? | Above $5.00 | 2026-12-31T00:00Z | KXAAAGASM-26DEC31-5.00
different: brent against WTI
  polymarket | | Will Brent crude hit $90 by December 31? | | 2026-12-31T00:00Z |
  kalshi | | Will WTI crude hit $90 by December 31? | | 2026-12-31T00:00Z | KXWTIMAX-26DEC31-90
different: silver against gold
  polymarket | | Will Silver (SI) hit $60 by end of December? | | 2026-12-31T00:00Z |
  kalshi | | Will Gold (GC) hit $60 by end of December? | | 2026-12-31T00:00Z |
different: tariffs on another
  polymarket | | Will Trump impose a 25% tariff on Mexico by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Trump impose a 25% tariff on Canada by December 31, 2026? | Canada | 2026-12-31T00:00Z | KXTARIFF-26-CAN
reversed: tariffs of another height
  polymarket | | Will US tariffs on China be above 40% on December 31? | | 2026-12-31T00:00Z |
  kalshi | | Will US tariffs on China be below 40% on December 31? | Below 40% | 2026-12-31T00:00Z |
different: national mortgage rates of 15 years
  polymarket | | Will the 15-year mortgage rate be below 6.0% on December 31? | | 2026-12-31T00:00Z |
  kalshi | | Will the 30-year mortgage rate be below 6.0% on December 31? | Below 6.0% | 2026-12-31T00:00Z | KXMORTGAGERATE-26DEC31-6.0
different: the ten year yield against the two year
  polymarket | | Will the 10-year Treasury yield hit 5.0% in 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will the 2-year Treasury yield hit 5.0% in 2026? | | 2026-12-31T00:00Z | KX2Y-26-5.0
same: consumer prices of a year
  polymarket | November Inflation US - Annual | Will annual inflation be 3.1% in November? | 3.1% | 2026-12-10T00:00Z |
  kalshi | | Will CPI YoY be exactly 3.1% in the year ending November 2026? | Exactly 3.1% | 2026-12-10T13:25Z | KXECONSTATCPIYOY-26NOV-T3.1
same: inflation year over year
  polymarket | | Will US CPI YoY be above 3.0% in November 2026? | | 2026-12-10T00:00Z |
  kalshi | | Will the rate of CPI inflation be above 3.0% for the year ending in November 2026? | Above 3.0% | 2026-12-10T13:25Z | KXCPIYOY-26NOV-T3.0
same: core month over month
  polymarket | | Will core CPI MoM be above 0.3% in November 2026? | | 2026-12-10T00:00Z |
  kalshi | | Will core CPI rise more than 0.3% month-over-month in November 2026? | Above 0.3% | 2026-12-10T13:25Z | KXCPICORE-26NOV-T0.3
near: how high, by two sources
  polymarket | What price will Bitcoin hit in 2026? | Will Bitcoin reach $150,000 by December 31, 2026? | ↑ 150,000 | 2027-01-01T05:00Z |
  kalshi | | How high will Bitcoin get this year? | Above $150,000 | 2026-12-31T00:00Z | KXBTCMAXY-26DEC31-149999.99
same: no change of rates
  polymarket | Fed decision in December? | Will there be no change in Fed interest rates after the December 2026 meeting? | No change | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve Hike rates by 0bps at their December 2026 meeting? | Hike 0bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-H0
same: a cut of 25 points
  polymarket | Fed decision in December? | Will the Fed decrease interest rates by 25 bps after the December 2026 meeting? | 25 bps decrease | 2026-12-09T00:00Z |
  kalshi | | Will the Federal Reserve Cut rates by 25bps at their December 2026 meeting? | Cut 25bps | 2026-12-09T19:00Z | KXFEDDECISION-26DEC-C25
same: a recession
  polymarket | | US recession by end of 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will there be a recession in 2026? | | 2026-12-31T00:00Z | KXRECSSNBER-26
same: cuts counted
  polymarket | How many Fed rate cuts in 2027? | Will 3 Fed rate cuts happen in 2027? | 3 (75 bps) | 2027-12-31T00:00Z |
  kalshi | | Number of rate cuts in 2027? | Exactly 3 cuts | 2027-12-31T00:00Z | KXRATECUTCOUNT-27-T3
same: unemployment
  polymarket | November Unemployment Rate | Will the November 2026 unemployment rate be above 4.5%? | >4.5% | 2026-12-04T00:00Z |
  kalshi | | Will the unemployment rate (U-3) be above 4.5% in November 2026? | Above 4.5% | 2026-12-04T13:25Z | KXU3-26NOV-T4.5
same: payrolls
  polymarket | | Will the US add more than 100,000 jobs in November 2026? | | 2026-12-04T00:00Z |
  kalshi | | Will above 100000 jobs be added in November 2026? | Above 100000 | 2026-12-04T13:25Z | KXPAYROLLS-26NOV-T100000
same: GDP
  polymarket | | Will US GDP growth in Q4 2026 be greater than 2.5%? | | 2027-01-28T00:00Z |
  kalshi | | Will real GDP increase by more than 2.5% in Q4 2026? | Above 2.5% | 2027-01-28T13:25Z | KXGDP-27JAN28-T2.5
same: an index at the close
  polymarket | | S&P 500 (SPX) closes above 7,000 on December 31? | | 2026-12-31T21:00Z |
  kalshi | | Will the S&P 500 close above 7,000 on Dec 31, 2026? | 7,000 or above | 2026-12-31T21:00Z | KXINX-26DEC31H1600-T6999.99
same: the largest company
  polymarket | Largest company end of December? | Will NVIDIA be the largest company in the world by market cap on December 31? | NVIDIA | 2026-12-31T00:00Z |
  kalshi | | Will NVIDIA be the largest company by market capitalization on Dec 31, 2026? | NVIDIA | 2026-12-31T00:00Z | KXLARGEST-26DEC31-NVDA
same: an IPO
  polymarket | | Kraken IPO by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will Kraken IPO before 2027? | Kraken | 2027-01-01T00:00Z | KXIPO-26-KRAKEN
same: coins of a company
  polymarket | | MicroStrategy sells any Bitcoin by December 31, 2026? | | 2026-12-31T00:00Z |
  kalshi | | Will MicroStrategy sell any Bitcoin before 2027? | Before 2027 | 2027-01-01T00:00Z | KXMSTRSELL-26
`)
