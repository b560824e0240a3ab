alter table operator_alerts drop constraint operator_alerts_kind_check;
alter table operator_alerts add constraint operator_alerts_kind_check
  check (kind in ('queue', 'engines', 'disk', 'mail', 'payments', 'disputes'));
