import { describe, expect, it } from 'vitest'
import { tlsFaultOf } from './tls-fault.ts'

/** Returns the message of an error from OpenSSL with these words. */
const messageOfOpenssl = (words: string) =>
  `40A386A29A7F0000:error:0A00010B:SSL routines:ssl3_read_bytes:${words}:../x.c:78:`

describe('a fault of TLS', () => {
  it.each([
    { fault: 'plain', error: { code: 'ERR_SSL_WRONG_VERSION_NUMBER' } },
    { fault: 'plain', error: { code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' } },
    { fault: 'plain', error: { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' } },
    { fault: 'plain', error: { code: 'EPROTO', message: messageOfOpenssl('wrong version number') } },
    { fault: 'version', error: { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' } },
    { fault: 'version', error: { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' } },
    { fault: 'version', error: { code: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE' } },
    {
      fault: 'version',
      error: { code: 'EPROTO', message: messageOfOpenssl('tlsv1 alert protocol version') },
    },
    { fault: 'certificate', error: { code: 'CERT_HAS_EXPIRED' } },
    { fault: 'certificate', error: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
    { fault: 'certificate', error: { code: 'SELF_SIGNED_CERT_IN_CHAIN' } },
    { fault: 'certificate', error: { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' } },
    { fault: 'certificate', error: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
    { fault: 'certificate', error: { code: 'ESOCKET', originalCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' } },
    {
      fault: 'certificate',
      error: { code: 'EPROTO', message: messageOfOpenssl('certificate verify failed') },
    },
    { fault: 'certificate', error: { code: 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE' } },
    { fault: 'certificate', error: { code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' } },
    { fault: undefined, error: { code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' } },
    { fault: undefined, error: { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' } },
    { fault: undefined, error: { code: 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING' } },
    { fault: undefined, error: { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:1' } },
    { fault: undefined, error: { code: 'ETLS', message: 'CERT_HAS_EXPIRED is what a server said' } },
    { fault: undefined, error: {} },
  ])('is $fault for $error', ({ fault, error }) => {
    expect(tlsFaultOf(error)).toBe(fault)
  })
})
