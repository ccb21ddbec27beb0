// The headers of zxing-cpp are C++: CSymbolShims alone includes them.
