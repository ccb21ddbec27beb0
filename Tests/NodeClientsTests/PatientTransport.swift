@testable import NodeClients

/// Time limits that hold on a busy machine: for every test whose subject is not time.
extension TransferRules {
  static func patient(
    proxy: HTTPClientTransport.Proxy? = nil, certificate: NodeCertificate? = nil,
    authorities: String? = nil
  ) -> TransferRules {
    TransferRules(
      proxy: proxy, certificate: certificate, connectSeconds: 3600, stallSeconds: 3600,
      idleSeconds: 3600,
      authorities: authorities)
  }
}

extension HTTPClientTransport {
  static func patient(proxy: Proxy? = nil, certificate: NodeCertificate? = nil)
    -> HTTPClientTransport
  {
    HTTPClientTransport(TransferRules.patient(proxy: proxy, certificate: certificate))
  }
}
