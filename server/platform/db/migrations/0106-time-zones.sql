-- The time zone in which somebody's days begin, by its IANA name, as their browser tells it; null until then: days are in UTC.
alter table users add column time_zone text;
