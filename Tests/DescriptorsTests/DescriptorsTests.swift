// DescriptorsTests: to come.
