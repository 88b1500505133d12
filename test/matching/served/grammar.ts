import { readServedPairs } from '../support/served.js'

/** The same words in another order, or decided at another time: near-misses, and the same in the words of two venues. */
export const servedGrammar = readServedPairs(`
different: this week against the next
  polymarket | | Will "Wicked" be the #1 movie on Netflix this week? | | 2026-12-08T00:00Z |
  limitless | | Will "Wicked" be the #1 movie on Netflix this week? | | 2026-12-15T00:00Z |
different: today against tomorrow
  polymarket | | Will it rain in NYC today? | | 2026-12-05T23:00Z |
  limitless | | Will it rain in NYC today? | | 2026-12-06T23:00Z |
different: this month against the next
  polymarket | | Will Trump and Putin meet this month? | | 2026-11-30T00:00Z |
  limitless | | Will Trump and Putin meet this month? | | 2026-12-31T00:00Z |
different: a day against another that ends two days later
  polymarket | | Will it snow in Boston on December 5? | | 2026-12-06T05:00Z |
  limitless | | Will it snow in Boston today? | | 2026-12-08T05:00Z |
different: tonight against the night before
  polymarket | | Will Trump announce new tariffs tonight? | | 2026-12-05T05:00Z |
  limitless | | Will Trump announce new tariffs tonight? | | 2026-12-06T05:00Z |
different: this weekend against the next
  polymarket | | Will "Zootopia 2" be #1 at the box office this weekend? | | 2026-12-07T00:00Z |
  limitless | | Will "Zootopia 2" be #1 at the box office this weekend? | | 2026-12-14T00:00Z |
different: and against or
  polymarket | | Will Trump and Vance visit Israel by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Trump or Vance visit Israel by December 31, 2026? | | 2026-12-31T00:00Z |
different: and against or of companies
  polymarket | | Will OpenAI and Anthropic IPO by December 31, 2027? | | 2027-12-31T00:00Z |
  limitless | | Will OpenAI or Anthropic IPO by December 31, 2027? | | 2027-12-31T00:00Z |
different: to against from
  polymarket | | Will Luka Doncic be traded to the Lakers by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Luka Doncic be traded from the Lakers by December 31, 2026? | | 2026-12-31T00:00Z |
different: withdrawing to against from
  polymarket | | Will Russia move troops to Belarus by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Russia move troops from Belarus by December 31, 2026? | | 2026-12-31T00:00Z |
different: suing against being sued
  polymarket | | Will Elon Musk sue OpenAI by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Elon Musk be sued by OpenAI by December 31, 2026? | | 2026-12-31T00:00Z |
different: firing against being fired
  polymarket | | Will Pam Bondi fire Kash Patel by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Pam Bondi be fired by Kash Patel by December 31, 2026? | | 2026-12-31T00:00Z |
different: pardoning against being pardoned
  polymarket | | Will Joe Biden pardon by January 20? | | 2027-01-20T00:00Z |
  limitless | | Will Joe Biden be pardoned by January 20? | | 2027-01-20T00:00Z |
different: endorsing against being endorsed
  polymarket | | Will Barack Obama endorse Zohran Mamdani by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Barack Obama be endorsed by Zohran Mamdani by December 31, 2026? | | 2026-12-31T00:00Z |
different: who acquires whom
  polymarket | | Will Paramount acquire Netflix by December 31, 2027? | | 2027-12-31T00:00Z |
  limitless | | Will Paramount be acquired by Netflix by December 31, 2027? | | 2027-12-31T00:00Z |
different: who calls whom
  polymarket | | Will Trump call Xi Jinping by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Xi Jinping call Trump by December 31, 2026? | | 2026-12-31T00:00Z |
different: who recognizes whom
  polymarket | | Will Israel recognize Somaliland by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Somaliland recognize Israel by December 31, 2026? | | 2026-12-31T00:00Z |
different: who has more
  polymarket | | Will Labour win more seats than Reform in 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Reform win more seats than Labour in 2026? | | 2026-12-31T00:00Z |
different: who is ahead of whom
  polymarket | | Will Google have a better AI model than OpenAI on December 31? | | 2026-12-31T00:00Z |
  limitless | | Will OpenAI have a better AI model than Google on December 31? | | 2026-12-31T00:00Z |
different: who mentions whom
  polymarket | | Will Trump mention Powell in his December 5 speech? | | 2026-12-05T00:00Z |
  limitless | | Will Powell mention Trump in his December 5 speech? | | 2026-12-05T00:00Z |
different: who visits whom
  polymarket | | Will China tariff the EU by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will the EU tariff China by December 31, 2026? | | 2026-12-31T00:00Z |
different: another country's people
  polymarket | | Will the next James Bond be British? | | 2027-12-31T00:00Z |
  limitless | | Will the next James Bond be in Britain? | | 2027-12-31T00:00Z |
different: being of a country against being there
  polymarket | | Will the Pope be American on December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will the Pope be in the US on December 31, 2026? | | 2026-12-31T00:00Z |
different: two leagues of one city
  polymarket | | Will the Washington Capitals make the playoffs in 2026-27? | | 2027-04-15T00:00Z |
  kalshi | | Will Washington make the playoffs in 2026-27? | Washington | 2027-04-15T00:00Z | KXNBAPLAYOFF-27-WAS
different: two leagues of one city, by its title
  polymarket | | Will the Minnesota Wild win the Central Division in 2026-27? | | 2027-04-15T00:00Z |
  kalshi | | Will Minnesota win the Central Division in 2026-27? | Minnesota | 2027-04-15T00:00Z | KXMLBALCENT-27-MIN
different: the second of two games on a day
  polymarket | Padres vs. Rockies | Padres vs. Rockies: Game 2 | Padres / Rockies | 2026-08-16T00:40Z | mlb-sd-col-2026-08-15-game-2
  kalshi | | San Diego vs Colorado Winner? | San Diego | 2026-08-29T20:00Z | KXMLBGAME-26AUG151310SDCOL-SD
different: official against any
  polymarket | | Will Trump make an official visit to Japan by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Trump make a visit to Japan by December 31, 2026? | | 2026-12-31T00:00Z |
different: full-scale against any
  polymarket | | Will Israel launch a full-scale invasion of Lebanon by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Israel launch an invasion of Lebanon by December 31, 2026? | | 2026-12-31T00:00Z |
different: full against partial
  polymarket | | Full Epstein files release by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Epstein files release by December 31, 2026? | | 2026-12-31T00:00Z |
different: the world record against a record
  polymarket | | Will Faith Kipyegon set a world record in 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Faith Kipyegon set a record in 2026? | | 2026-12-31T00:00Z |
different: a team against the player
  polymarket | | Will Lewis Hamilton's team win the 2026 Monaco Grand Prix? | | 2026-06-07T00:00Z |
  limitless | | Will Lewis Hamilton win the 2026 Monaco Grand Prix? | | 2026-06-07T00:00Z |
different: standing in the race against winning it
  polymarket | | Will Rahm Emanuel be in the 2028 presidential race? | | 2028-11-07T00:00Z |
  limitless | | Will Rahm Emanuel win the 2028 presidential race? | | 2028-11-07T00:00Z |
different: elections held against won
  polymarket | | Will Ukraine hold a presidential election in 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Zelensky win a Ukraine presidential election in 2026? | | 2026-12-31T00:00Z |
different: the election against the office
  polymarket | | Will the 2026 Israeli election be delayed? | | 2026-12-31T00:00Z |
  limitless | | Will the 2026 Israeli budget be delayed? | | 2026-12-31T00:00Z |
different: a scheduled vote against a vote
  polymarket | | Will a vote on the CLARITY Act be scheduled by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will a vote on the CLARITY Act be held by December 31, 2026? | | 2026-12-31T00:00Z |
different: leaving a seat against leaving
  polymarket | | Will Mitch McConnell leave his seat by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Mitch McConnell leave by December 31, 2026? | | 2026-12-31T00:00Z |
different: changing a decision against deciding
  polymarket | | Will Biden change his decision by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Biden change by December 31, 2026? | | 2026-12-31T00:00Z |
different: closing a place against being there
  polymarket | | Will Venezuela close its airspace by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Venezuela control its airspace by December 31, 2026? | | 2026-12-31T00:00Z |
different: the day of a holiday
  polymarket | | Will Trump speak on Inauguration Day 2029? | | 2029-01-20T00:00Z |
  limitless | | Will Trump speak at the 2029 Inauguration? | | 2029-01-20T00:00Z |
different: the report against its subject
  polymarket | | Will the Mueller report be released by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Mueller be released by December 31, 2026? | | 2026-12-31T00:00Z |
different: an award of a company against the company
  polymarket | | Will a new company be the largest in the world by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will a company be the largest in the world by December 31, 2026? | | 2026-12-31T00:00Z |
different: the new against the old
  polymarket | | Will there be a new Iran nuclear deal by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will there be an Iran nuclear deal by December 31, 2026? | | 2026-12-31T00:00Z |
different: US troops against troops
  polymarket | | Will US troops enter Gaza by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will troops enter Gaza by December 31, 2026? | | 2026-12-31T00:00Z |
different: in office against in power
  polymarket | | Will Maduro be in the office of president on December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Maduro be in the US on December 31, 2026? | | 2026-12-31T00:00Z |
different: the approval against the rating
  polymarket | | Will the FDA approve the drug rating by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will the FDA approve the drug label by December 31, 2026? | | 2026-12-31T00:00Z |
different: anyone against the one
  polymarket | | Will anyone be charged over Nord Stream by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will anyone be convicted over Nord Stream by December 31, 2026? | | 2026-12-31T00:00Z |
different: the match of a final against the final
  polymarket | | Will Lionel Messi score in the 2026 World Cup final? | | 2026-07-19T00:00Z |
  limitless | | Will Lionel Messi score in the 2026 World Cup? | | 2026-07-19T00:00Z |
different: a week's maximum against a month's
  polymarket | What price will Solana hit December 7-13? | Will Solana reach $200 December 7-13? | ↑ 200 | 2026-12-14T05:00Z |
  kalshi | | Solana price on Dec 13, 2026 at 5pm EST? | $200 or above | 2026-12-13T22:00Z | KXSOLD-26DEC1317-T199.99
different: the next meeting against this
  polymarket | | Will the Fed cut rates at its next meeting? | | 2026-12-09T00:00Z |
  limitless | | Will the Fed cut rates at its next meeting? | | 2027-01-27T00:00Z |
different: three cuts against three meetings
  polymarket | | Will the Fed cut rates at three consecutive meetings in 2027? | | 2027-12-31T00:00Z |
  kalshi | | Will the Fed cut rates three times in 2027? | 3 | 2027-12-31T00:00Z | KXRATECUTCOUNT-27-T3
different: another number of seats in words
  polymarket | | Will at least two Supreme Court justices retire in 2026? | | 2026-12-31T00:00Z |
  limitless | | Will two Supreme Court justices retire in 2026? | | 2026-12-31T00:00Z |
different: at a gathering against anywhere
  polymarket | | Will Trump shake hands with Xi Jinping at the G20? | | 2026-12-15T00:00Z |
  limitless | | Will Trump shake hands with Putin at the G20? | | 2026-12-15T00:00Z |
different: the person's party wins a state
  polymarket | | Will the Democratic nominee win Georgia in 2028? | | 2028-11-07T00:00Z |
  limitless | | Will the Democratic nominee be from Georgia in 2028? | | 2028-11-07T00:00Z |
different: from a country against in it
  polymarket | | Will a team from England win the 2027 Champions League? | | 2027-05-30T00:00Z |
  limitless | | Will a team win the 2027 Champions League in England? | | 2027-05-30T00:00Z |
different: the country's women
  polymarket | | Will Spain win the 2027 Women's World Cup? | | 2027-07-25T00:00Z |
  limitless | | Will Spain win the 2027 World Cup? | | 2027-07-25T00:00Z |
different: the under twenty world cup
  polymarket | | Will Argentina win the 2027 U-20 World Cup? | | 2027-10-10T00:00Z |
  limitless | | Will Argentina win the 2027 World Cup? | | 2027-10-10T00:00Z |
different: hosting against winning
  polymarket | | Will Seattle host the 2027 MLB All-Star Game? | | 2027-07-13T00:00Z |
  limitless | | Will Seattle win the 2027 World Series? | | 2027-11-01T00:00Z |
different: another award of the same show
  polymarket | The Game Awards 2026 | Will "GTA VI" win Best Narrative at The Game Awards 2026? | GTA VI | 2026-12-11T00:00Z |
  kalshi | | Will "GTA VI" win Best Game Direction at The Game Awards 2026? | GTA VI | 2026-12-11T00:00Z | KXGAMEAWARDSDIR-26-GTA
different: game of the year against the awards
  polymarket | The Game Awards 2026 | Will "GTA VI" win Game of the Year at The Game Awards 2026? | GTA VI | 2026-12-11T00:00Z |
  kalshi | | Will "GTA VI" win an award at The Game Awards 2026? | GTA VI | 2026-12-11T00:00Z | KXGAMEAWARDS-26-GTA
different: nominees against the award
  polymarket | | Will "GTA VI" be nominated for Game of the Year at The Game Awards 2026? | | 2026-12-11T00:00Z |
  kalshi | | Game of the Year at The Game Awards 2026? | GTA VI | 2026-12-11T00:00Z | KXGOTY-26-GTA
different: a champion of one belt
  polymarket | | Will Alex Pereira be the UFC champion at the end of 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Alex Pereira win a UFC fight in 2026? | | 2026-12-31T00:00Z |
different: a coin against its ETF
  polymarket | | Will XRP hit $5 by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will the XRP ETF hit $5B by December 31, 2026? | | 2026-12-31T00:00Z |
different: a spread of yields against a yield
  polymarket | | Will the 10-year Treasury yield be above 4.5% on December 31? | | 2026-12-31T00:00Z |
  limitless | | Will the 10-year Treasury yield be above 4.5% in December? | | 2026-12-31T00:00Z |
different: first to reach against reaching
  polymarket | | Will NVIDIA be the first company to reach a $6 trillion market cap? | | 2026-12-31T00:00Z |
  limitless | | Will NVIDIA reach a $6 trillion market cap by December 31, 2026? | | 2026-12-31T00:00Z |
different: an executive order against a law
  polymarket | | Will Trump sign an executive order on voter ID by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Trump sign a law on voter ID by December 31, 2026? | | 2026-12-31T00:00Z |
different: the speaker against the leader
  polymarket | | Will Mike Johnson be out as Speaker by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Mike Johnson be out as leader by December 31, 2026? | | 2026-12-31T00:00Z |
different: the son against the father
  polymarket | | Will Donald Trump Jr. run for president in 2028? | | 2028-11-07T00:00Z |
  limitless | | Will Donald Trump run for president in 2028? | | 2028-11-07T00:00Z |
different: the wife against the husband
  polymarket | | Will Michelle Obama run for president in 2028? | | 2028-11-07T00:00Z |
  limitless | | Will Obama run for president in 2028? | | 2028-11-07T00:00Z |
different: said at least so often
  polymarket | | Will Trump say "Biden" 5+ times during the State of the Union? | | 2027-02-10T00:00Z |
  limitless | | Will Trump say "Biden" during the State of the Union? | | 2027-02-10T00:00Z |
same: who does it to whom, in the passive
  polymarket | | Will Paramount acquire Warner Bros. by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Warner Bros. be acquired by Paramount by December 31, 2026? | | 2026-12-31T00:00Z |
same: released, in the passive and the active
  polymarket | | Will GTA VI be released by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will GTA VI release by December 31, 2026? | | 2026-12-31T00:00Z |
same: two who meet, in either order
  polymarket | | Will Trump meet with Xi Jinping by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Xi Jinping meet Trump by December 31, 2026? | | 2026-12-31T00:00Z |
same: two at war, in either order
  polymarket | | Ukraine x Russia ceasefire by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Russia-Ukraine ceasefire by December 31, 2026? | | 2026-12-31T00:00Z |
same: this week, decided on the same days
  polymarket | | Will "Wicked" be the #1 movie on Netflix this week? | | 2026-12-08T00:00Z |
  limitless | | Will "Wicked" be the #1 movie on Netflix this week? | | 2026-12-08T17:00Z |
same: the month that both end with
  polymarket | | Will Trump and Putin meet this month? | | 2026-12-31T00:00Z |
  limitless | | Will Trump meet with Putin in December? | | 2027-01-01T00:00Z |
same: a city and its nickname in one league
  polymarket | | Will the Washington Capitals make the playoffs in 2026-27? | | 2027-04-15T00:00Z |
  kalshi | | Will Washington make the playoffs in 2026-27? | Washington | 2027-04-15T00:00Z | KXNHLPLAYOFF-27-WSH
same: an officer who is announced
  polymarket | | Will Apple officially announce a foldable iPhone by December 31, 2026? | | 2026-12-31T00:00Z |
  limitless | | Will Apple announce a foldable iPhone by December 31, 2026? | | 2026-12-31T00:00Z |
same: the seat of a senate
  polymarket | Maine Senate Election Winner | Will the Democrats win the Maine Senate race in 2026? | Democratic | 2026-11-03T00:00Z |
  kalshi | | Will a Democrat win the Maine Senate seat in 2026? | Democratic | 2026-11-03T00:00Z | KXSENATEME-26-D
same: a prize with and without the word
  polymarket | | Will Shohei Ohtani win the 2026 NL MVP? | | 2026-11-20T00:00Z |
  kalshi | | Will Shohei Ohtani win the National League MVP Award in 2026? | Shohei Ohtani | 2026-11-20T00:00Z | KXMLBNLMVP-26-SOHT
same: the season that is named
  polymarket | | Will Nikola Jokic win the 2026-27 NBA MVP? | | 2027-06-01T00:00Z |
  kalshi | | Will Nikola Jokic win the NBA MVP in the 2026-27 season? | Nikola Jokic | 2027-06-01T00:00Z | KXNBAMVP-27-NJOK
`)
