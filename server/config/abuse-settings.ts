import { hosts, integer, live, oneOf } from './values.ts'

/** A protection that would only be in the way of somebody who tries the app on their own machine. */
const where = (on: string, off: string) => oneOf('auto', on, off).default('auto')

/** Checks that keep away people who open accounts without end. */
export const ABUSE = {
  PROOF_OF_WORK: live(
    where('on', 'off'),
    'Whether opening an account and asking for a new password takes a moment of computing (altcha), which browsers do unseen while people type: `on`, `off`, or `auto` for on unless this is a test installation (loopback, `ALLOW_TEST_MODE`)',
  ),
  DISPOSABLE_ADDRESSES: live(
    where('refuse', 'accept'),
    'Whether accounts may have an email address of a disposable email service: `refuse`, `accept`, or `auto` for refuse unless this is a test installation',
  ),
  DISPOSABLE_DOMAINS: live(
    hosts,
    'Further domains of such services, `inbox.example.com,...`; their subdomains count, too',
  ),
  PERMANENT_DOMAINS: live(
    hosts,
    'Domains that are taken for permanent whatever the list of disposable ones says',
  ),
  FREE_GRANTS_PER_RANGE: live(
    integer(0, 1_000_000, 12),
    'New accounts from one range of network addresses (/24, of IPv6 /48) that get free credits, a day; those after them wait; 0 for no limit',
  ),
  FREE_GRANTS_PER_DAY: live(
    integer(0, 10_000_000, 0),
    'New accounts that get free credits a day in all; those after them wait; 0 for no limit',
  ),
  FIRST_PURCHASES_PER_IP: live(
    integer(0, 1_000_000, 10),
    'People who may pay for the first time from one network address (IPv6 /64) within 24 hours; an open payment page counts for half an hour; those after them are refused, and a case is opened; 0 for no limit',
  ),
  FIRST_PURCHASES_PER_CARD: live(
    integer(0, 1_000_000, 3),
    'People whose first payments may come from one card within 24 hours; beyond that a case is opened, and nothing is refused; 0 for no limit',
  ),
}
