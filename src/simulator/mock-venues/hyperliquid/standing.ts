/**
 * Responses for an account without stake, agent, builder, vault or funding (README.md, "Accounts"). Shapes are those of
 * typed-hyperliquid 2.6.0 and `@nktkas/hyperliquid` 0.33.
 */
export const standing: Readonly<Record<string, unknown>> = {
  delegations: [],
  delegatorHistory: [],
  delegatorRewards: [],
  delegatorSummary: {
    delegated: '0.0',
    undelegated: '0.0',
    totalPendingWithdrawal: '0.0',
    nPendingWithdrawals: 0,
  },
  extraAgents: [],
  referral: {
    referredBy: null,
    cumVlm: '0.0',
    unclaimedRewards: '0.0',
    claimedRewards: '0.0',
    builderRewards: '0.0',
    referrerState: { stage: 'needToTrade', data: { required: '10000.0' } },
    rewardHistory: [],
    tokenToState: [],
  },
  subAccounts: null,
  twapHistory: [],
  userAbstraction: 'default',
  userDexAbstraction: null,
  userFunding: [],
  userToMultiSigSigners: null,
  userTwapSliceFills: [],
  userVaultEquities: [],
}
