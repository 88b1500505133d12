import { readPairs } from '../support/labelled.js'

/** Labelled before the engine was written, and looked at while it was. Titles as venues have them, or made like those. */
export const tunedPairs = readPairs(`
same polymarket: Will JD Vance win the 2028 US Presidential Election? @2028-11-07 [JD Vance]
  kalshi: Will JD Vance win the 2028 presidential election? @2029-01-20 [JD Vance]
same polymarket: Will Gretchen Whitmer win the 2028 Democratic presidential nomination? @2028-11-07 [Gretchen Whitmer]
  kalshi: Will Gretchen Whitmer be the Democratic nominee for President in 2028? @2028-11-07 [Gretchen Whitmer]
same probable: Will Kamala Harris win the 2028 US Presidential Election? @2028-11-07 [Kamala Harris]
  myriad: 2028 US Presidential Election Winner - Kamala Harris @2028-11-08 [Kamala Harris]
same probable: Will Jesus Christ return before 2027? @2027-01-01
  polymarket: Will Jesus Christ return in 2026? @2026-12-31
same probable: Will the US confirm that aliens exist before 2027? @2027-01-01
  polymarket: Will the U.S. confirm aliens exist by December 31, 2026? @2026-12-31
same polymarket: Kraken IPO by June 30, 2027? @2027-07-01
  opinion: Will Kraken go public by June 30, 2027? @2027-06-30
same polymarket: Russia x Ukraine ceasefire by end of 2027? @2027-12-31
  kalshi: Ukraine-Russia ceasefire before January 1, 2028? @2028-01-01
same polymarket: MicroStrategy sells any Bitcoin by December 31, 2026? @2026-12-31
  opinion: Will MicroStrategy sell Bitcoin before 2027? @2026-12-31
same polymarket: Will the price of Bitcoin be above $64,000 on March 11? @2026-03-11T16:00:00Z
  limitless: BTC above $64,000 on March 11, 16:00 UTC? @2026-03-11T16:00:00Z
same polymarket: Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? @2026-09-16
  kalshi: Will the Federal Reserve cut rates by 25bps at their September 2026 meeting? @2026-09-16 [Cut 25bps]
same polymarket: Will there be no change in Fed interest rates after the September 2026 meeting? @2026-09-16
  hyperliquid: September 2026 Fed rate change - No Change @2026-09-16 [No Change]
same polymarket: Panthers vs. Falcons @2026-09-20T17:00:00Z {Panthers/Falcons}
  kalshi: Carolina at Atlanta Winner? @2026-10-04 [Carolina] #KXNFLGAME-26SEP20CARATL-CAR
same polymarket_us: San Diego Padres vs. Colorado Rockies @2026-09-17T00:40:00Z {San Diego Padres/Colorado Rockies}
  kalshi: San Diego vs Colorado Winner? @2026-09-20 [San Diego] #KXMLBGAME-26SEP16SDCOL-SD
same polymarket: Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET @2026-03-12T09:25:00Z {Up/Down}
  kalshi: BTC up or down 5:20AM-5:25AM ET, March 12? @2026-03-12T09:25:00Z {Up/Down}
same opinion: Which companies will be acquired before 2027? - Ubisoft @2026-12-31 [Ubisoft]
  polymarket: Will Ubisoft be acquired before 2027? @2026-12-31
same kalshi: Will San Antonio win the 2027 Pro Basketball Finals? @2029-07-30 [San Antonio]
  polymarket: Will the San Antonio Spurs win the 2027 NBA Finals? @2027-06-30 [San Antonio Spurs]
same kalshi: Will Boston win the 2027 Pro Basketball Finals? @2029-07-30 [Boston]
  polymarket_us: 2027 NBA Champion - Boston Celtics @2027-07-01 [Boston Celtics]
same hunch: When will HYPE first cross $100? - By July 31, 2026 @2026-07-31 [By July 31, 2026]
  polymarket: Will Hyperliquid reach $100 by July 31, 2026? @2026-07-31
same hunch: Will Base officially launch a token by December 31, 2026? @2026-12-31
  polymarket: Will Base launch a token by December 31, 2026? @2026-12-31
same limitless: Bitcoin all time high by ___? - December 31, 2026 @2027-01-01 [December 31, 2026]
  polymarket: Bitcoin all time high by December 31, 2026? @2026-12-31
same limitless: Trump, Putin, and Xi seen together before 2027? @2027-01-01
  polymarket: Trump, Putin and Xi seen together by December 31, 2026? @2026-12-31
same myriad: Republican Presidential Nominee 2028 - Marco Rubio @2028-08-30 [Marco Rubio]
  polymarket: Will Marco Rubio win the 2028 Republican presidential nomination? @2028-11-07 [Marco Rubio]
same metaculus: Will a Democrat win the 2024 US presidential election? @2024-11-06
  polymarket: Will a Democrat win the 2024 US Presidential Election? @2024-11-05
same polymarket: Will Donald Trump win the 2024 US Presidential Election? @2024-11-05
  smarkets: 2024 US Presidential election winner - Donald Trump @2024-11-05 [Donald Trump]
same metaculus: Will China launch a full-scale invasion of Taiwan by the following years? (2030) @2029-12-31 [2030]
  kalshi: Will China launch a full-scale invasion of Taiwan before 2030? @2029-12-31
same baozi: Will the SEC approve a prediction market ETF before Jun 30, 2026? (Source: SEC EDGAR) @2026-06-30
  polymarket: SEC approves prediction market ETF before June 30, 2026? @2026-06-30
same baozi: Which country will win Men's Hockey gold at 2026 Olympics? - Canada @2026-02-22 [Canada]
  kalshi: Will Canada win the men's hockey gold medal at the 2026 Olympics? @2026-02-23 [Canada]
same smarkets: Liverpool vs Crystal Palace - Full-time result - Liverpool @2021-05-23T15:00:00Z [Liverpool]
  suibets: Crystal Palace at Liverpool - Liverpool @2021-05-23T15:00:00Z [Liverpool]
same hyperliquid: 2026 World Cup champion - Australia @2026-07-19 [Australia]
  polymarket: Will Australia win the 2026 FIFA World Cup? @2026-07-20 [Australia]
same kalshi: Will Ashton Jeanty win the MVP? @2027-02-12 [Ashton Jeanty] #KXNFLMVP-27-AJEA
  polymarket: Will Ashton Jeanty win NFL MVP? @2027-02-12 [Ashton Jeanty]
same polymarket_us: Texas Senate Election Winner - Republican Party @2027-01-15 [Republican Party]
  kalshi: Will Republicans win the Senate race in Texas? @2027-01-03 [Republican]
same polymarket_us: U.S House Midterm Winner - Democratic Party @2027-02-02 [Democratic Party]
  kalshi: Will Democrats win the House in 2026? @2027-02-01 [Democratic]
same gemini-titan: BTC price today at 12am EST - BTC > $90,000 @2026-03-05T05:00:00Z [BTC > $90,000]
  kalshi: Bitcoin price above $90,000 on Mar 5, 2026 at 12am EST? @2026-03-05T05:00:00Z [$90,000 or above]
same limitless: $DOGE above $0.21652 on Sep 1, 12:00 UTC? @2025-09-01T12:00:00Z
  polymarket: Dogecoin above $0.21652 on September 1 at 12:00 UTC? @2025-09-01T12:00:00Z
same hunch: Will $AIXBT reach $50M market cap by July 15, 2026 at 11:59 PM UTC? @2026-07-15T23:59:00Z
  limitless: AIXBT to hit $50 million market cap by July 15, 2026? @2026-07-16
same hunch: Will Arbitrum's DeFi TVL reach $2B by July 31, 2026? @2026-07-31
  myriad: Arbitrum DeFi TVL reaches $2 billion by July 31, 2026? @2026-08-01
same opinion: What price will Bitcoin hit in August? - ↑ 100,000 @2026-08-31 [↑ 100,000]
  polymarket: Will Bitcoin reach $100,000 in August? @2026-08-31
same polymarket: Will NVIDIA (NVDA) close above $240 end of January? @2026-01-30
  rain: Will NVDA close above $240 on January 30? @2026-01-30
same kalshi: Will Bitcoin be above $120,000 on Dec 31, 2026? @2026-12-31T22:00:00Z
  rain: Bitcoin price over $120k on December 31, 2026? @2026-12-31
same polymarket: US recession in 2026? @2027-01-31
  gemini-titan: Will there be a US recession in 2026? @2027-01-31
same kalshi: Will OpenAI announce an IPO before 2027? @2027-01-01
  opinion: OpenAI announces IPO by December 31, 2026? @2026-12-31
same polymarket: Will Taylor Swift and Travis Kelce get married by June 30, 2026? @2026-06-30
  kalshi: Will Travis Kelce and Taylor Swift marry before July 2026? @2026-07-01
same polymarket: Will Rihanna release a new album before GTA VI? @2026-07-31 [New Rihanna Album]
  myriad: New Rihanna album before GTA 6? @2026-07-31
same polymarket: GTA VI released before June 2026? @2026-05-31
  kalshi: Will GTA 6 be released before June 1, 2026? @2026-06-01
same polymarket: Elon Musk out as Tesla CEO by June 30, 2026? @2026-06-30
  kalshi: Will Elon Musk leave as CEO of Tesla before July 1, 2026? @2026-07-01
same polymarket: Starmer out by December 31, 2026? @2026-12-31
  smarkets: Keir Starmer out before 2027? @2026-12-31
same polymarket: Will the highest temperature in New York City be between 84-85°F on September 14? @2026-09-14
  kalshi: Highest temperature in NYC on Sep 14, 2026? - 84° to 85° @2026-09-15 [84° to 85°]
same polymarket: Will US inflation (CPI) be above 3.0% year over year in March 2026? @2026-04-14
  kalshi: CPI year-over-year above 3.0% in March 2026? @2026-04-14 [Above 3.0%]
same polymarket: Unemployment rate above 4.5% in October 2026? @2026-11-06
  kalshi: Will the unemployment rate be above 4.5% in October 2026? @2026-11-06 [Above 4.5%]
same polymarket: Will Zohran Mamdani win the 2025 NYC mayoral election? @2025-11-04 [Zohran Mamdani]
  kalshi: Will Zohran Mamdani win the New York City mayoral election in 2025? @2025-11-04 [Zohran Mamdani]
same smarkets: Next UK Prime Minister - Wes Streeting @2029-08-01 [Wes Streeting]
  polymarket: Will Wes Streeting be the next Prime Minister of the United Kingdom? @2029-08-01 [Wes Streeting]
same polymarket: Will Shakhtar Donetsk win the 2026-27 UEFA Champions League? @2027-05-31 [Shakhtar Donetsk]
  smarkets: Champions League 2026-27 winner - Shakhtar Donetsk @2027-05-31 [Shakhtar Donetsk]
same polymarket: Will Arsenal win the 2026-27 English Premier League? @2027-05-24 [Arsenal]
  kalshi: Will Arsenal win the EPL in 2026-27? @2027-05-30 [Arsenal]
same polymarket: Panthers vs. Falcons: O/U 44.5 @2026-09-20T17:00:00Z {Over/Under}
  smarkets: Carolina Panthers @ Atlanta Falcons - Over/under 44.5 @2026-09-20T17:00:00Z {Over/Under}
same polymarket_us: Will the San Diego Padres cover -2.5 vs the Colorado Rockies? @2026-09-17 {-2.50/+2.50}
  kalshi: San Diego wins by over 2.5 runs vs Colorado? @2026-09-17 [San Diego wins by over 2.5 runs]
same smarkets: Gervonta Davis vs Frank Martin @2024-06-16T01:20:00Z {Gervonta Davis/Frank Martin}
  suibets: Frank Martin vs Gervonta Davis @2024-06-16T02:00:00Z {Frank Martin/Gervonta Davis}
same smarkets: Brazil vs Costa Rica - Full-time result - Brazil @2024-06-25T01:00:00Z [Brazil]
  polymarket: Will Brazil beat Costa Rica? @2024-06-25T01:00:00Z
same polymarket: Counter-Strike: FaZe vs illwill (BO3) - HLC Belgrade Pro Playoffs @2026-04-05T21:10:00Z {FaZe/illwill}
  rain: CS2: FaZe vs illwill @2026-04-05T21:10:00Z {FaZe/illwill}
same polymarket: Will Ethereum dip to $2,000 in November? @2026-11-30
  limitless: ETH to fall to $2,000 in November? @2026-11-30
same kalshi: Will Solana hit $250 before 2027? @2027-01-01
  hunch: When will SOL first cross $250? - By December 31, 2026 @2026-12-31 [By December 31, 2026]
same polymarket: Will Trump pardon Ghislaine Maxwell by December 31, 2026? @2026-12-31
  kalshi: Will Donald Trump pardon Ghislaine Maxwell before 2027? @2027-01-01
same polymarket: Fed rate hike in 2026? @2026-12-31
  kalshi: Will the Fed raise rates in 2026? @2026-12-31
same metaculus: Will cannabis be removed from Schedule I of the Controlled Substance Act before 2025? @2025-01-01
  kalshi: Cannabis removed from Schedule I of the Controlled Substances Act before 2025? @2025-01-01
same metaculus: Will a ceasefire between Israel and Hezbollah be active on January 1, 2025? @2025-01-01
  polymarket: Israel x Hezbollah ceasefire active on January 1, 2025? @2025-01-01
same polymarket: Will Pete Hegseth leave the Trump administration before 2027? @2026-12-31
  kalshi: Will Pete Hegseth leave the Trump administration by December 31, 2026? @2026-12-31
same polymarket: Government shutdown by January 31, 2026? @2026-01-31
  kalshi: Will there be a government shutdown before February 1, 2026? @2026-02-01
same polymarket: Which party will win the Senate in 2026? - Republican @2026-11-03 [Republican]
  kalshi: Will Republicans win the U.S. Senate in 2026? @2027-02-01 [Republican party]
same polymarket: Republican Presidential Nominee 2028 @2028-11-07 {JD Vance/Marco Rubio/Ron DeSantis}
  myriad: Republican Presidential Nominee 2028 @2028-08-30 {JD Vance/Marco Rubio/Ron DeSantis}
same rain: Will gold close above $5,000 on June 30, 2026? @2026-06-30
  kalshi: Gold closes above $5000 on June 30, 2026? @2026-06-30
same kalshi: Will Anthropic release Claude 5 before July 1, 2026? @2026-07-01
  polymarket: Claude 5 released by June 30, 2026? @2026-06-30
same polymarket: Will "Sinners" win Best Picture at the 2026 Oscars? @2026-03-16 [Sinners]
  kalshi: Will Sinners win Best Picture at the 98th Academy Awards? @2026-03-16 [Sinners]
same polymarket: Will Google have the best AI model at the end of June 2026? @2026-06-30 [Google]
  kalshi: Best AI model at the end of June 2026 - Google @2026-06-30 [Google]
same polymarket: Will Donald Trump visit China by April 30, 2026? @2026-04-30
  opinion: Will Trump visit China before May 2026? @2026-04-30
same polymarket: Strait of Hormuz closed by June 30, 2026? @2026-06-30
  rain: Will the Strait of Hormuz be closed by June 30, 2026? @2026-06-30
same polymarket: Will SpaceX Starship land on Mars by 2030? @2029-12-31
  kalshi: Will SpaceX's Starship land on Mars before 2030? @2030-01-01
same polymarket: Khamenei out as Supreme Leader of Iran by June 30, 2026? @2026-06-30
  kalshi: Will Khamenei leave as Supreme Leader of Iran before Jul 1, 2026? @2026-07-01
same kalshi: Will Lamar Jackson win the NFL MVP? @2027-02-12 [Lamar Jackson]
  polymarket_us: NFL MVP - Lamar Jackson @2027-02-12 [Lamar Jackson]
same kalshi: Will New York win the 2027 Pro Basketball Finals? @2029-07-30 [New York]
  polymarket: Will the New York Knicks win the 2027 NBA Finals? @2027-06-30 [New York Knicks]
same hyperliquid: BTC above 100000 at Jun 30, 2026 12:00 UTC? @2026-06-30T12:00:00Z
  limitless: Bitcoin above $100,000 on June 30, 12:00 UTC? @2026-06-30T12:00:00Z
same polymarket: Eric Adams out as NYC mayor before 2026? @2025-12-31
  kalshi: Will Eric Adams leave office as New York City Mayor before 2026? @2026-01-01
same polymarket: Will Israel strike Iran by March 31, 2026? @2026-03-31
  opinion: Israel strikes Iran before April 2026? @2026-03-31
same polymarket: Apple largest company by market cap on June 30, 2026? @2026-06-30 [Apple]
  kalshi: Will Apple be the largest company by market cap on June 30, 2026? @2026-06-30 [Apple]
same polymarket: Will Cameron Norrie win against Stan Wawrinka? @2024-06-20
  smarkets: Cameron Norrie vs Stan Wawrinka - Cameron Norrie @2024-06-20 [Cameron Norrie]
same polymarket: XRP above $3 on October 9? @2026-10-09
  rain: Ripple price above $3.00 on October 9? @2026-10-09
subset polymarket: MicroStrategy sells any Bitcoin by May 31, 2026? @2026-05-31
  opinion: Will MicroStrategy sell Bitcoin before 2027? @2026-12-31
subset polymarket: Kraken IPO by June 30, 2026? @2026-06-30
  kalshi: Kraken IPO before 2027? @2027-01-01
superset polymarket: Kraken IPO by June 30, 2027? @2027-07-01
  limitless: Kraken IPO by December 31, 2026? @2026-12-31
subset limitless: BTC above $70,000 on March 11, 16:00 UTC? @2026-03-11T16:00:00Z
  polymarket: Will the price of Bitcoin be above $64,000 on March 11? @2026-03-11T16:00:00Z
superset opinion: What price will Bitcoin hit in August? - ↑ 72,500 @2026-08-31 [↑ 72,500]
  polymarket: Will Bitcoin reach $100,000 in August? @2026-08-31
subset opinion: What price will Bitcoin hit in August? - ↑ 100,000 @2026-08-31 [↑ 100,000]
  kalshi: Will Bitcoin reach $100,000 before 2027? @2026-12-31
subset kalshi: Anthony Kay: 5+ strikeouts? @2026-08-18 [Anthony Kay: 5+]
  polymarket_us: Anthony Kay: 3+ strikeouts? @2026-08-18 [Anthony Kay: 3+]
subset kalshi: Highest temperature in NYC on Sep 14, 2026? - 84° to 85° @2026-09-15 [84° to 85°]
  polymarket: Will the highest temperature in New York City be 80°F or higher on September 14? @2026-09-14
subset hunch: Will $CARDS reach $100M market cap by July 10, 2026 at 11:59 PM UTC? @2026-07-10
  limitless: Will CARDS reach $50M market cap by July 10, 2026? @2026-07-10
subset limitless: Bitcoin all time high by ___? - June 30, 2026 @2027-01-01 [June 30, 2026]
  polymarket: Bitcoin all time high by December 31, 2026? @2026-12-31
subset polymarket: Russia x Ukraine ceasefire by end of 2026? @2026-12-31
  kalshi: Ukraine-Russia ceasefire before January 1, 2028? @2028-01-01
subset kalshi: Will Bitcoin be above $120,000 on Dec 31, 2026? @2026-12-31
  polymarket: Will Bitcoin hit $120,000 by December 31, 2026? @2026-12-31
subset polymarket: Israel x Iran ceasefire by March 31, 2026? @2026-03-31
  rain: Israel Iran ceasefire by June 30, 2026? @2026-06-30
superset polymarket: Will ETH be above $3,000 on May 4? @2026-05-04
  limitless: ETH above $3,500 on May 4? @2026-05-04
subset polymarket: Will Ethereum dip to $1,500 in November? @2026-11-30
  limitless: ETH to fall to $2,000 in November? @2026-11-30
subset polymarket: US recession by June 30, 2026? @2026-06-30
  kalshi: US recession before 2027? @2026-12-31
subset polymarket: Unemployment rate above 5.0% in October 2026? @2026-11-06
  kalshi: Will the unemployment rate be above 4.5% in October 2026? @2026-11-06 [Above 4.5%]
subset kalshi: Will Xi Jinping leave as leader of China before 2027? @2027-01-01
  polymarket: Xi Jinping out as leader of China before 2028? @2027-12-31
subset myriad: Will Base TGE in 2026? @2026-12-31
  polymarket: Base TGE by end of 2027? @2027-12-31
overlap myriad: Republican Presidential Nominee 2028 @2028-08-30 {JD Vance/Marco Rubio/Donald Trump Jr}
  polymarket: Will Marco Rubio win the 2028 Republican presidential nomination? @2028-11-07 [Marco Rubio]
overlap baozi: Which country will win Men's Hockey gold at 2026 Olympics? @2026-02-22 {Canada/USA/Sweden}
  kalshi: Will Canada win the men's hockey gold medal at the 2026 Olympics? @2026-02-23 [Canada]
overlap opinion: Balance of Power: 2026 Midterms @2026-11-03 {Democrats Sweep/D Senate, R House/R Senate, D House/Republicans Sweep/Other}
  myriad: Balance of Power: 2026 Midterms @2026-11-03 {Democrats Sweep/R Senate, D House/Republicans Sweep}
reversed polymarket: Will the price of Bitcoin be above $64,000 on March 11? @2026-03-11T16:00:00Z
  limitless: BTC below $64,000 on March 11, 16:00 UTC? @2026-03-11T16:00:00Z
reversed polymarket: Will Base launch a token by December 31, 2026? @2026-12-31
  rain: Base will not launch a token by December 31, 2026 @2026-12-31
reversed polymarket: Kraken IPO by June 30, 2027? @2027-06-30
  opinion: Will Kraken fail to IPO by June 30, 2027? @2027-06-30
reversed kalshi: Carolina at Atlanta Winner? @2026-10-04 [Atlanta] #KXNFLGAME-26SEP20CARATL-ATL
  rain: Will the Carolina Panthers beat the Atlanta Falcons on September 20? @2026-09-20
reversed hunch: Will $BNKR outperform $PUMP from July 1 through July 30, 2026? @2026-07-30
  rain: Will PUMP outperform BNKR from July 1 through July 30, 2026? @2026-07-30
reversed hunch: Will $HUNCH flip $aeon before July 30, 2026? @2026-07-30
  limitless: Will AEON flip HUNCH before July 30, 2026? @2026-07-30
reversed polymarket: Will Keir Starmer remain Prime Minister through December 31, 2026? @2026-12-31
  smarkets: Will Keir Starmer not remain Prime Minister through December 31, 2026? @2026-12-31
reversed polymarket: Fed rate hike in 2026? @2026-12-31
  kalshi: Will the Fed cut rates in 2026? @2026-12-31
reversed polymarket: Russia x Ukraine ceasefire by end of 2026? @2026-12-31
  baozi: No ceasefire between Russia and Ukraine by end of 2026? @2026-12-31
reversed polymarket: Will New Rihanna album be released before GTA VI? @2026-07-31
  rain: GTA VI released before new Rihanna album? @2026-07-31
reversed kalshi: S&P 500 closes up on October 9? @2026-10-09
  polymarket: S&P 500 closes down on October 9? @2026-10-09
reversed polymarket: Will Trump win against Biden? @2024-11-05
  rain: Will Biden win against Trump? @2024-11-05
reversed polymarket: Will no one be indicted over the leak by June 30, 2026? @2026-06-30
  rain: Will someone be indicted over the leak by June 30, 2026? @2026-06-30
deadline polymarket: Will the price of Bitcoin be above $64,000 on March 11? @2026-03-11
  limitless: BTC above $64,000 on March 12, 16:00 UTC? @2026-03-12
deadline polymarket: Bitcoin Up or Down - March 12, 5:20AM-5:25AM ET @2026-03-12T09:25:00Z {Up/Down}
  limitless: Bitcoin Up or Down - March 12, 5:25AM-5:30AM ET @2026-03-12T09:30:00Z {Up/Down}
deadline polymarket: Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? @2026-09-16
  kalshi: Will the Federal Reserve cut rates by 25bps at their October 2026 meeting? @2026-10-28 [Cut 25bps]
deadline polymarket_us: San Diego Padres vs. Colorado Rockies @2026-09-17T00:40:00Z {San Diego Padres/Colorado Rockies}
  kalshi: San Diego vs Colorado Winner? @2026-09-20 [San Diego] #KXMLBGAME-26SEP18SDCOL-SD
deadline kalshi: Will San Antonio win the 2027 Pro Basketball Finals? @2029-07-30 [San Antonio]
  polymarket: Will the San Antonio Spurs win the 2026 NBA Finals? @2026-06-30 [San Antonio Spurs]
deadline polymarket: Will Bitcoin reach $100,000 in August? @2026-08-31
  limitless: Will Bitcoin reach $100,000 in September? @2026-09-30
deadline polymarket: Will US inflation (CPI) be above 3.0% year over year in March 2026? @2026-04-14
  kalshi: CPI year-over-year above 3.0% in April 2026? @2026-05-14 [Above 3.0%]
deadline polymarket: Will JD Vance win the 2028 US Presidential Election? @2028-11-07 [JD Vance]
  smarkets: 2032 US Presidential election winner - JD Vance @2032-11-05 [JD Vance]
deadline polymarket: Will "Sinners" win Best Picture at the 2026 Oscars? @2026-03-16 [Sinners]
  kalshi: Will Sinners win Best Picture at the 2027 Oscars? @2027-03-16 [Sinners]
deadline hunch: Will $BTC be UP at the end of this hour? @2026-07-05T13:00:00Z {Up/Down}
  limitless: BTC Up or Down - 5 Min @2026-07-05T13:00:00Z {Up/Down}
deadline hunch: Will $BTC be UP at the end of this day? @2026-07-05T23:59:59Z {Up/Down}
  limitless: BTC Up or Down Daily @2026-07-07T16:00:00Z {Up/Down}
deadline limitless: Solana Up or Down Hourly @2026-10-07T13:00:00Z {Up/Down}
  polymarket: Solana Up or Down - October 7, 2PM ET @2026-10-07T19:00:00Z {Up/Down}
deadline polymarket: Will the highest temperature in Dallas be between 100-101°F on September 14? @2026-09-14
  kalshi: Highest temperature in Dallas on Sep 15, 2026? - 100° to 101° @2026-09-16 [100° to 101°]
subset limitless: Fed rate cut by __? - October Meeting @2026-10-08 [October Meeting]
  rain: Fed rate cut by __? - December Meeting @2026-12-10 [December Meeting]
deadline gemini-titan: SOL price today at 12am EST - SOL > $90 @2026-03-05T05:00:00Z [SOL > $90]
  kalshi: SOL above $90 on Mar 5 at 4am EST? @2026-03-05T09:00:00Z
deadline opinion: What price will Bitcoin hit October 5-11? - ↑ 130,000 @2026-10-12 [↑ 130,000]
  limitless: What price will Bitcoin hit October 12-18? - ↑ 130,000 @2026-10-19 [↑ 130,000]
threshold polymarket: Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? @2026-09-16
  kalshi: Will the Fed cut rates by 50bps at their September 2026 meeting? @2026-09-16 [Cut 50bps]
threshold polymarket: Will the Fed decrease interest rates by 25 bps after the September 2026 meeting? @2026-09-16
  polymarket_us: Fed Rate Cut Greater Than 25bps in September 2026? @2026-09-16
threshold polymarket: Will the highest temperature in New York City be between 84-85°F on September 14? @2026-09-14
  kalshi: Highest temperature in NYC on Sep 14, 2026? - 86° to 87° @2026-09-15 [86° to 87°]
threshold polymarket: Panthers vs. Falcons: O/U 44.5 @2026-09-20T17:00:00Z {Over/Under}
  smarkets: Carolina Panthers @ Atlanta Falcons - Over/under 47.5 @2026-09-20T17:00:00Z {Over/Under}
threshold polymarket_us: Will the San Diego Padres cover -2.5 vs the Colorado Rockies? @2026-09-17 {-2.50/+2.50}
  kalshi: San Diego wins by over 1.5 runs vs Colorado? @2026-09-17 [San Diego wins by over 1.5 runs]
threshold hunch: Will $aeon reach $5M market cap by July 30, 2026 at 11:59 PM UTC? @2026-07-30
  limitless: Will $aeon reach $5B market cap by July 30, 2026? @2026-07-30
threshold gemini-titan: BTC price today at 12am EST - BTC > $90,000 @2026-03-05T05:00:00Z [BTC > $90,000]
  kalshi: Bitcoin price on Mar 5, 2026 at 12am EST? - $89,000 to 89,999.99 @2026-03-05T05:00:00Z [$89,000 to 89,999.99]
threshold kalshi: Will CPI rise exactly 0.3% in March 2026? @2026-04-10
  polymarket: Will CPI rise more than 0.3% in March 2026? @2026-04-10
threshold kalshi: Anthony Kay: 5+ strikeouts? @2026-08-18 [Anthony Kay: 5+]
  rain: Anthony Kay exactly 5 strikeouts? @2026-08-18
threshold polymarket: Will ETH be above $3,000 on May 4? @2026-05-04
  limitless: ETH above €3,000 on May 4? @2026-05-04
threshold polymarket: Unemployment rate above 4.5% in October 2026? @2026-11-06
  kalshi: Will the unemployment rate be at least 4.5% in October 2026? @2026-11-06
source polymarket: Will the price of Bitcoin be above $64,000 on March 11? @2026-03-11T16:00:00Z <Resolves by the Binance 1 minute candle for BTC/USDT 12:00 ET.>
  kalshi: Bitcoin above $64,000 on March 11 at 12pm EDT? @2026-03-11T16:00:00Z <Resolves by the simple average of CF Benchmarks' Bitcoin Real-Time Index.>
source polymarket: Will the highest temperature in New York City be between 84-85°F on September 14? @2026-09-14 <Highest temperature recorded at the LaGuardia Airport Station by Wunderground.>
  kalshi: Highest temperature in NYC on Sep 14, 2026? - 84° to 85° @2026-09-15 [84° to 85°] <Highest temperature recorded in Central Park, New York by the National Weather Service's Climatological Report.>
source limitless: ETH above $3,000 on May 4? @2026-05-04 <Uses the Chainlink ETH/USD stream.>
  polymarket: Will Ethereum be above $3,000 on May 4? @2026-05-04 <The Binance 1 minute candle for ETH/USDT.>
source limitless: SOL Up or Down - 5 Min @2026-06-21T10:00:00Z {Up/Down} <Price by Pyth SOL/USD.>
  polymarket: Solana Up or Down - 5 Min @2026-06-21T10:00:00Z {Up/Down} <Chainlink data stream SOL/USD.>
source hunch: Will $VIRTUAL reach $2 by July 30, 2026? @2026-07-30 <Price according to CoinGecko.>
  rain: Will VIRTUAL reach $2 by July 30, 2026? @2026-07-30 <Price according to CoinMarketCap.>
source polymarket: Will Donald Trump's approval rating be above 45% on June 30, 2026? @2026-06-30 <Silver Bulletin average.>
  kalshi: Trump approval rating above 45% on June 30, 2026? @2026-06-30 <RealClearPolitics average.>
source polymarket: Google best AI model end of June 2026? @2026-06-30 [Google] <LMArena text leaderboard, style control off.>
  rain: Google best AI model end of June 2026? @2026-06-30 [Google] <Artificial Analysis intelligence index.>
subject polymarket: Will JD Vance win the 2028 US Presidential Election? @2028-11-07 [JD Vance]
  kalshi: Will JD Vance be the Republican nominee for President in 2028? @2028-11-07 [JD Vance]
subject probable: Will JB Pritzker win the 2028 US Presidential Election? @2028-11-07 [JB Pritzker]
  rain: Will Andy Beshear win the 2028 US Presidential Election? @2028-11-07 [Andy Beshear]
subject kalshi: Will Los Angeles C win the 2027 Pro Basketball Finals? @2029-07-30 [Los Angeles C]
  polymarket: Will the Los Angeles Lakers win the 2027 NBA Finals? @2027-06-30 [Los Angeles Lakers]
subject myriad: Republican Presidential Nominee 2028 - Donald Trump Jr @2028-08-30 [Donald Trump Jr]
  polymarket: Will Donald Trump win the 2028 Republican presidential nomination? @2028-11-07 [Donald Trump]
subject polymarket: 2022 NBA Finals: Who will win Celtics vs. Warriors Game 1? @2022-06-02 {Celtics/Warriors}
  smarkets: 2022 NBA Finals: Who will win Celtics vs. Warriors Game 2? @2022-06-05 {Celtics/Warriors}
subject hunch: Will $AIXBT reach $50M market cap by July 15, 2026 at 11:59 PM UTC? @2026-07-15
  limitless: AIXBT daily volume reaches $50M by July 15, 2026? @2026-07-15
subject hunch: Will $HUNCH flip $CLAWD before July 30, 2026? @2026-07-30
  limitless: Will HUNCH flip DRB before July 30, 2026? @2026-07-30
subject polymarket: Will Trump win the popular vote in the 2024 Presidential Election? @2024-11-05
  kalshi: Will Trump win the 2024 Presidential Election? @2024-11-05
subject polymarket: Panthers vs. Falcons @2026-09-20T17:00:00Z {Panthers/Falcons}
  smarkets: Panthers vs. Falcons: 1st half winner @2026-09-20T17:00:00Z {Panthers/Falcons}
subject polymarket_us: National League Champion - Atlanta Braves @2026-11-06 [Atlanta Braves]
  kalshi: Will Atlanta win the 2026 World Series? @2026-11-06 [Atlanta]
subject polymarket_us: Texas Senate Election Winner - Republican Party @2027-01-15 [Republican Party]
  kalshi: Will Republicans win the Governor race in Texas? @2027-01-03 [Republican]
subject polymarket_us: U.S House Midterm Winner - Democratic Party @2027-02-02 [Democratic Party]
  kalshi: Will Democrats win the Senate in 2026? @2027-02-01 [Democratic]
subject opinion: Which companies will be acquired before 2027? - Anthropic @2026-12-31 [Anthropic]
  polymarket: Will OpenAI be acquired before 2027? @2026-12-31
subject polymarket: Will Stephen A. Smith win the 2028 Democratic presidential nomination? @2028-11-07 [Stephen A. Smith]
  kalshi: Will Stephen A. Smith run for the Democratic presidential nomination in 2028? @2028-11-07
subject polymarket: New Playboi Carti Album before GTA VI? @2026-07-31 [New Playboi Carti Album]
  rain: New Rihanna album before GTA VI? @2026-07-31
subject smarkets: Tour de France winner - Tadej Pogacar @2026-07-26 [Tadej Pogacar]
  kalshi: Will Tadej Pogacar win the Giro d'Italia? @2026-05-31 [Tadej Pogacar]
subject baozi: Which country will win Men's Hockey gold at 2026 Olympics? - Canada @2026-02-22 [Canada]
  kalshi: Will Canada win the women's hockey gold medal at the 2026 Olympics? @2026-02-20 [Canada]
subject smarkets: Peru vs Canada - Full-time result - Canada @2024-06-25T22:00:00Z [Canada]
  polymarket: Peru vs Canada - Half-time result - Canada @2024-06-25T22:00:00Z [Canada]
subject smarkets: Colombia vs Paraguay - Both teams to score @2024-06-24T22:00:00Z
  polymarket: Will Colombia beat Paraguay? @2024-06-24T22:00:00Z
subject polymarket: Will SpaceX Starship land on Mars by 2030? @2029-12-31
  kalshi: Will SpaceX Starship land on the Moon before 2030? @2029-12-31
subject polymarket: Apple largest company by market cap on June 30, 2026? @2026-06-30 [Apple]
  kalshi: Will Apple be the second largest company by market cap on June 30, 2026? @2026-06-30 [Apple]
subject polymarket: OpenAI announces GPT-6 by June 30, 2026? @2026-06-30
  kalshi: Will OpenAI release GPT-6 before July 1, 2026? @2026-06-30
subject polymarket: Claude 5 released by June 30, 2026? @2026-06-30
  kalshi: Will Anthropic release Claude 6 before July 1, 2026? @2026-06-30
subject polymarket: Will Trump visit China by April 30, 2026? @2026-04-30
  rain: Will Xi visit China by April 30, 2026? @2026-04-30
subject polymarket: Core CPI year over year above 3.0% in March 2026? @2026-04-14
  kalshi: CPI year-over-year above 3.0% in March 2026? @2026-04-14
subject polymarket: CPI month over month above 0.3% in March 2026? @2026-04-14
  kalshi: CPI year-over-year above 0.3% in March 2026? @2026-04-14
subject polymarket: Will Bitcoin outperform Ethereum in 2026? @2026-12-31
  rain: Will Bitcoin outperform gold in 2026? @2026-12-31
subject polymarket: Russia x Ukraine ceasefire by end of 2026? @2026-12-31
  kalshi: Russia Ukraine peace deal by end of 2026? @2026-12-31
reversed polymarket: Will Israel strike Iran by March 31, 2026? @2026-03-31
  rain: Will Iran strike Israel by March 31, 2026? @2026-03-31
subject kalshi: Troy Melton: 5+ strikeouts? @2026-08-18 [Troy Melton: 5+]
  polymarket_us: Matthew Boyd: 5+ strikeouts? @2026-08-18 [Matthew Boyd: 5+]
subject polymarket: Will Zohran Mamdani win the 2025 NYC mayoral election? @2025-11-04 [Zohran Mamdani]
  kalshi: Will Zohran Mamdani win the 2025 NYC Democratic mayoral primary? @2025-06-24 [Zohran Mamdani]
subject polymarket: Elon Musk out as Tesla CEO by June 30, 2026? @2026-06-30
  kalshi: Will Elon Musk leave as CEO of SpaceX before July 1, 2026? @2026-06-30
subject polymarket: Will Taylor Swift and Travis Kelce get married by June 30, 2026? @2026-06-30
  kalshi: Will Taylor Swift and Travis Kelce get engaged before July 2026? @2026-06-30
subject polymarket: Will Gavin Newsom win California in the 2028 Democratic primary? @2028-03-07
  kalshi: Will Gavin Newsom win the 2028 Democratic presidential nomination? @2028-11-07 [Gavin Newsom]
subject polymarket: Will there be a US recession in 2026? @2027-01-31
  rain: Will there be a UK recession in 2026? @2027-01-31
subject polymarket: Carolina Panthers vs. Atlanta Falcons @2026-09-20T17:00:00Z {Panthers/Falcons}
  smarkets: Florida Panthers vs Boston Bruins @2026-09-20T17:00:00Z {Florida Panthers/Boston Bruins}
subject metaculus: 2024 Democratic Presidential Nominee? (Joe Biden) → Democrat Wins 2024 US Presidential Election? @2024-11-05
  polymarket: Will a Democrat win the 2024 US Presidential Election? @2024-11-05
subject polymarket: Will the Democratic candidate win the 2026 Georgia Senate race? @2026-11-03
  kalshi: Will the Democratic candidate win the 2026 Georgia governor race? @2026-11-03
subject polymarket: Will Ken Paxton win the 2026 Texas Republican Senate primary runoff? @2026-05-26 [Ken Paxton]
  kalshi: Will Ken Paxton win the 2026 Texas Republican Senate primary? @2026-03-03 [Ken Paxton]
subject polymarket: Will Carlos Alcaraz win Wimbledon 2026? @2026-07-12 [Carlos Alcaraz]
  smarkets: Wimbledon 2026 Men's Doubles winner - Carlos Alcaraz @2026-07-12 [Carlos Alcaraz]
apart polymarket: Will JD Vance win the 2028 US Presidential Election? @2028-11-07
  kalshi: Highest temperature in NYC on Sep 14, 2026? - 84° to 85° @2026-09-15
apart hunch: Will $BASEMATE reach $1M market cap by July 15, 2026 at 11:59 PM UTC? @2026-07-15
  smarkets: Tyler Denny vs Felix Cash @2024-06-22T17:00:00Z {Tyler Denny/Felix Cash}
apart metaculus: How many people will be in space on March 29, 2025, according to whoisinspace.com? @2025-03-29
  polymarket: Will SpaceX launch Starship by March 29, 2025? @2025-03-29
apart baozi: Will @baozibet tweet a pizza emoji by March 1? (Source: x.com/baozibet) @2026-03-01
  polymarket: Will Elon Musk tweet 200+ times by March 1? @2026-03-01
apart hyperliquid: June Fed rate change - No Change @2026-06-17 [No Change]
  hunch: Will $XMR be UP at the end of this day? @2026-06-17
apart suibets: Senegal at Norway - Norway @2026-06-23T00:00:00Z [Norway]
  polymarket: Will Norway win the 2026 FIFA World Cup? @2026-07-19 [Norway]
apart myriad: Fear or Greed? @2026-02-01 {Fear/Greed}
  limitless: Polymarket or Kalshi? @2026-02-01 {Polymarket/Kalshi}
`)
