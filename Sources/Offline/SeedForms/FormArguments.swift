public import ArgumentParser
public import Mnemonics
public import SeedShares

extension MnemonicLanguage: ExpressibleByArgument {}

extension ShareForm: ExpressibleByArgument {}
