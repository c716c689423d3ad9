import { describe, expect, it } from 'vitest'
import { tlsFaultOf } from './tls-fault.ts'

/** Returns the message of an error from OpenSSL with these words. */
const messageOfOpenssl = (words: string) =>
  `40A386A29A7F0000:error:0A00010B:SSL routines:ssl3_read_bytes:${words}:../x.c:78:`

describe('a fault of TLS', () => {
  it.each([
    ['plain', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
    ['plain', { code: 'ERR_SSL_PACKET_LENGTH_TOO_LONG' }],
    ['plain', { code: 'ESOCKET', originalCode: 'ERR_SSL_WRONG_VERSION_NUMBER' }],
    ['plain', { code: 'EPROTO', message: messageOfOpenssl('wrong version number') }],
    ['version', { code: 'ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION' }],
    ['version', { code: 'ERR_SSL_UNSUPPORTED_PROTOCOL' }],
    ['version', { code: 'ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE' }],
    ['version', { code: 'EPROTO', message: messageOfOpenssl('tlsv1 alert protocol version') }],
    ['certificate', { code: 'CERT_HAS_EXPIRED' }],
    ['certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }],
    ['certificate', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }],
    ['certificate', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }],
    ['certificate', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }],
    ['certificate', { code: 'ESOCKET', originalCode: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }],
    ['certificate', { code: 'EPROTO', message: messageOfOpenssl('certificate verify failed') }],
    ['certificate', { code: 'ERR_SSL_SSL/TLS_ALERT_BAD_CERTIFICATE' }],
    ['certificate', { code: 'ERR_SSL_TLSV1_ALERT_UNKNOWN_CA' }],
    [undefined, { code: 'ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC' }],
    [undefined, { code: 'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC' }],
    [undefined, { code: 'ERR_SSL_UNEXPECTED_EOF_WHILE_READING' }],
    [undefined, { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED 127.0.0.1:1' }],
    [undefined, { code: 'ETLS', message: 'CERT_HAS_EXPIRED is what a server said' }],
    [undefined, {}],
  ])('is %s for %j', (fault, error) => {
    expect(tlsFaultOf(error)).toBe(fault)
  })
})
