import { readPairs } from '../support/labelled.js'

/** Labelled when the engine was done, which was not changed for any of them: what it does here it does for titles it never saw. */
export const heldOutPairs = readPairs(`
same polymarket: Will Putin and Zelenskyy meet by June 30, 2026? @2026-06-30
  kalshi: Will Vladimir Putin and Volodymyr Zelenskyy meet before July 1, 2026? @2026-07-01
same polymarket: Will Josh Shapiro win the 2028 Democratic presidential nomination? @2028-11-07 [Josh Shapiro]
  myriad: Democratic Presidential Nominee 2028 - Josh Shapiro @2028-08-30 [Josh Shapiro]
same polymarket: Will the Denver Broncos win Super Bowl 2027? @2027-02-14 [Denver Broncos]
  kalshi: Will Denver win the 2027 Pro Football Championship? @2027-02-20 [Denver]
same polymarket: Ethereum above $3,500 on December 12? @2026-12-12T17:00:00Z
  limitless: $ETH above $3,500 on Dec 12, 17:00 UTC? @2026-12-12T17:00:00Z
same polymarket: Will Cardano hit $2 by December 31, 2026? @2026-12-31
  rain: ADA reaches $2 before 2027? @2026-12-31
same polymarket: Will Real Madrid win the 2026-27 UEFA Champions League? @2027-05-30 [Real Madrid]
  smarkets: UEFA Champions League 2026-27 winner - Real Madrid @2027-05-30 [Real Madrid]
same polymarket: Yankees vs. Red Sox @2026-08-14T23:10:00Z {Yankees/Red Sox}
  kalshi: New York Y vs Boston Winner? @2026-08-17 [New York Y] #KXMLBGAME-26AUG14NYYBOS-NYY
same polymarket: Will Anthropic IPO by December 31, 2026? @2026-12-31
  kalshi: Will Anthropic go public before 2027? @2027-01-01
same polymarket: Bank of Japan raises interest rates in December 2026? @2026-12-18
  kalshi: Will the Bank of Japan hike rates in December 2026? @2026-12-18
same polymarket: Will Finland win Eurovision 2026? @2026-05-16 [Finland]
  smarkets: Eurovision 2026 winner - Finland @2026-05-16 [Finland]
same polymarket: Will Sam Altman leave OpenAI by December 31, 2026? @2026-12-31
  kalshi: Sam Altman out at OpenAI before 2027? @2026-12-31
same polymarket: Will GPT-6 be released by March 31, 2027? @2027-03-31
  kalshi: Will OpenAI release GPT-6 before April 2027? @2027-04-01
same polymarket: Will Bolsonaro be pardoned in 2026? @2026-12-31
  rain: Jair Bolsonaro pardoned in 2026? @2026-12-31
same polymarket: Will Lewis Hamilton win the 2026 British Grand Prix? @2026-07-05 [Lewis Hamilton]
  smarkets: 2026 British Grand Prix winner - Lewis Hamilton @2026-07-05 [Lewis Hamilton]
same polymarket: Will China's GDP growth be above 5% in 2026? @2027-01-20
  kalshi: China GDP growth in 2026 above 5.0%? @2027-01-20
same polymarket: Ukraine recognizes Russian sovereignty over Crimea by December 31, 2026? @2026-12-31
  rain: Will Ukraine recognize Russia's sovereignty over Crimea before 2027? @2026-12-31
same polymarket: Will it rain in New York City on December 25? @2026-12-25
  kalshi: Rain in NYC on Dec 25, 2026? @2026-12-26
same hunch: Will $SUI reach $10B market cap by December 31, 2026? @2026-12-31
  limitless: SUI to hit $10 billion market cap by December 31, 2026? @2026-12-31
same smarkets: Colombia vs Paraguay - Full-time result - Draw @2024-06-24T22:00:00Z [Draw]
  polymarket: Colombia vs. Paraguay: Draw @2024-06-24T22:00:00Z [Draw]
same polymarket: Will Elon Musk post 300-319 tweets from December 4 to December 11? @2026-12-11
  kalshi: Elon Musk # tweets December 4-11 - 300 to 319 @2026-12-11 [300 to 319]
same polymarket: TikTok banned in the US by June 30, 2026? @2026-06-30
  baozi: Will TikTok be banned in the United States before July 2026? @2026-06-30
same polymarket: Will the Supreme Court overturn birthright citizenship by June 30, 2026? @2026-06-30
  kalshi: Will SCOTUS overturn birthright citizenship before July 1, 2026? @2026-07-01
subset polymarket: Will Cardano hit $3 by December 31, 2026? @2026-12-31
  rain: ADA reaches $2 before 2027? @2026-12-31
superset polymarket: Will Anthropic IPO by December 31, 2027? @2027-12-31
  kalshi: Will Anthropic go public before 2027? @2027-01-01
reversed polymarket: Will Sam Altman leave OpenAI by December 31, 2026? @2026-12-31
  rain: Will Sam Altman not leave OpenAI by December 31, 2026? @2026-12-31
reversed polymarket: Bank of Japan raises interest rates in December 2026? @2026-12-18
  rain: Bank of Japan cuts interest rates in December 2026? @2026-12-18
reversed kalshi: New York Y vs Boston Winner? @2026-08-17 [Boston] #KXMLBGAME-26AUG14NYYBOS-BOS
  rain: Will the Yankees beat the Red Sox on August 14? @2026-08-14
deadline polymarket: Yankees vs. Red Sox @2026-08-14T23:10:00Z {Yankees/Red Sox}
  kalshi: New York Y vs Boston Winner? @2026-08-18 [New York Y] #KXMLBGAME-26AUG15NYYBOS-NYY
deadline polymarket: Will Lewis Hamilton win the 2026 British Grand Prix? @2026-07-05 [Lewis Hamilton]
  smarkets: 2027 British Grand Prix winner - Lewis Hamilton @2027-07-05 [Lewis Hamilton]
deadline polymarket: Will it rain in New York City on December 25? @2026-12-25
  kalshi: Rain in NYC on Dec 24, 2026? @2026-12-25
deadline limitless: $ETH above $3,500 on Dec 12, 17:00 UTC? @2026-12-12T17:00:00Z
  rain: $ETH above $3,500 on Dec 12, 09:00 UTC? @2026-12-12T09:00:00Z
threshold polymarket: Will China's GDP growth be above 5% in 2026? @2027-01-20
  kalshi: China GDP growth in 2026 between 4.5% and 5%? @2027-01-20
threshold polymarket: Will Elon Musk post 300-319 tweets from December 4 to December 11? @2026-12-11
  kalshi: Elon Musk # tweets December 4-11 - 320 to 339 @2026-12-11 [320 to 339]
source limitless: $ETH above $3,500 on Dec 12, 17:00 UTC? @2026-12-12T17:00:00Z <Pyth ETH/USD>
  polymarket: Ethereum above $3,500 on December 12? @2026-12-12T17:00:00Z <Binance ETH/USDT>
subject polymarket: Bank of Japan raises interest rates in December 2026? @2026-12-18
  kalshi: Will the Bank of England hike rates in December 2026? @2026-12-18
subject polymarket: Will Lewis Hamilton win the 2026 British Grand Prix? @2026-07-05 [Lewis Hamilton]
  kalshi: Lewis Hamilton on the podium at the 2026 British Grand Prix? @2026-07-05
subset polymarket: Will Real Madrid win the 2026-27 UEFA Champions League? @2027-05-30 [Real Madrid]
  smarkets: UEFA Champions League 2026-27 - Real Madrid to reach the final @2027-05-30 [Real Madrid to reach the final]
subject polymarket: Will GPT-6 be released by March 31, 2027? @2027-03-31
  kalshi: Will OpenAI announce GPT-6 before April 2027? @2027-04-01
subject polymarket: Yankees vs. Red Sox @2026-08-14T23:10:00Z {Yankees/Red Sox}
  kalshi: New York Y vs Boston: first 5 innings winner? @2026-08-17 [New York Y] #KXMLBF5-26AUG14NYYBOS-NYY
subject polymarket: Will Texas A&M win the 2026 SEC Championship? @2026-12-05
  kalshi: Will Texas win the 2026 SEC Championship? @2026-12-05
subject polymarket: North Korea missile test by June 30, 2026? @2026-06-30
  rain: South Korea missile test by June 30, 2026? @2026-06-30
subject polymarket: Will Donald Trump Jr. run for president in 2028? @2028-11-07
  kalshi: Will Donald Trump run for president in 2028? @2028-11-07
subject polymarket: Will Eric Trump be indicted in 2026? @2026-12-31
  rain: Will Trump be indicted in 2026? @2026-12-31
subject polymarket: Will the Dow close above 50,000 on December 31? @2026-12-31
  kalshi: Will the Nasdaq close above 50,000 on December 31? @2026-12-31
subject polymarket: US GDP growth above 3% in Q3 2026? @2026-10-30
  kalshi: US real GDP per capita growth above 3% in Q3 2026? @2026-10-30
`)
