import { describe, expect, it } from 'vitest'
import { classifyAddress } from './address-class.ts'

/** The IP addresses of each class, by their kind. */
const ADDRESSES = {
  public: {
    'of the internet': [
      '8.8.8.8',
      '203.0.113.7',
      '172.15.255.255',
      '172.32.0.0',
      '192.169.0.1',
      '100.63.255.255',
      '100.128.0.0',
      '2a00:1450:4001:830::200e',
      '2606:4700::1111',
    ],
  },
  private: {
    'of this machine': ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'],
    'of its network': [
      '10.0.0.1',
      '10.255.255.255',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.20',
      '100.64.0.1',
      'fc00::1',
      'fd12:3456:789a::1',
      '::ffff:10.0.0.1',
      '::ffff:c0a8:114',
    ],
  },
  forbidden: {
    'that means any address': ['0.0.0.0', '0.1.2.3', '::'],
    'that is link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'],
    'with a zone': ['::1%lo'],
    'of a metadata service': [
      '169.254.169.254',
      '::ffff:169.254.169.254',
      '::ffff:a9fe:a9fe',
      'fd00:ec2::254',
      '100.100.100.200',
      '168.63.129.16',
    ],
    'for multicast or broadcast': ['224.0.0.1', 'ff02::1', '255.255.255.255'],
    'that contains an IPv4 address': [
      '::ffff:8.8.8.8',
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
    ],
    'that is site-local': ['fec0::1'],
    'in no valid notation': ['', 'localhost', '0x7f000001', '127.1'],
  },
}

describe.each(Object.entries(ADDRESSES))('%s is an IP address', (expected, kinds) => {
  it.each(Object.entries<string[]>(kinds))('%s', (_kind, addresses) => {
    for (const address of addresses) expect(classifyAddress(address), address).toBe(expected)
  })
})
