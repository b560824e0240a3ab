import { expect, test } from 'vitest'
import { isMetadataHost } from './public-address.ts'

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '100.100.100.200',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::6464:64c8',
  '2002:a9fe:a9fe::1',
  '2002:6464:64c8::1',
  'fe80::1',
  'fd00:ec2::254',
  'Metadata.Google.Internal.',
])('%s is never called', (host) => {
  expect(isMetadataHost(host)).toBe(true)
})

test.each([
  '127.0.0.1',
  '10.0.0.1',
  '100.100.100.201',
  '64:ff9b::808:808',
  '2002:808:808::1',
  'fd00::1',
  'localhost',
])('%s may be an engine of one’s own', (host) => {
  expect(isMetadataHost(host)).toBe(false)
})
