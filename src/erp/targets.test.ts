import { describe, expect, it } from 'vitest'
import { classifyAddress } from './targets.ts'

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '203.0.113.7',
    '172.15.255.255',
    '172.32.0.0',
    '192.169.0.1',
    '100.63.255.255',
    '100.128.0.0',
    '2a00:1450:4001:830::200e',
    '2606:4700::1111',
  ])('of the internet is public: %s', (address) => expect(classifyAddress(address)).toBe('public'))

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '10.0.0.1',
    '10.255.255.255',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.20',
    '100.64.0.1',
    '::1',
    'fc00::1',
    'fd12:3456:789a::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:c0a8:114',
  ])('of this machine or its network is private: %s', (address) =>
    expect(classifyAddress(address)).toBe('private'),
  )

  it.each([
    ['any', '0.0.0.0'],
    ['any', '0.1.2.3'],
    ['any', '::'],
    ['link-local', '169.254.1.1'],
    ['link-local', 'fe80::1'],
    ['link-local with a zone', 'fe80::1%eth0'],
    ['with a zone', '::1%lo'],
    ['metadata', '169.254.169.254'],
    ['metadata in disguise', '::ffff:169.254.169.254'],
    ['metadata in disguise', '::ffff:a9fe:a9fe'],
    ['metadata at AWS', 'fd00:ec2::254'],
    ['metadata at Alibaba', '100.100.100.200'],
    ['metadata at Azure', '168.63.129.16'],
    ['a group', '224.0.0.1'],
    ['a group', 'ff02::1'],
    ['everybody', '255.255.255.255'],
    ['IPv4 in disguise', '::ffff:8.8.8.8'],
    ['IPv4 in disguise', '::127.0.0.1'],
    ['IPv4 in disguise', '64:ff9b::7f00:1'],
    ['IPv4 in disguise', '2002:7f00:1::'],
    ['IPv4 in disguise', '2001:0:7f00:1::'],
    ['site-local', 'fec0::1'],
    ['none', 'localhost'],
    ['none', '0x7f000001'],
    ['none', '127.1'],
    ['none', ''],
  ])('that is %s is forbidden: %s', (_, address) => expect(classifyAddress(address)).toBe('forbidden'))
})
