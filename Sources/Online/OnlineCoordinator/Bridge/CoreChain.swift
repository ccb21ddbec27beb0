public import ArgumentParser
public import BitcoinPrimitives

// Bitcoin Core names its chain to the bridge in its own words (`--chain`).
extension CoreChain: ExpressibleByArgument {}
