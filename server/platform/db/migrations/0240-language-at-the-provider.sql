-- From when on the provider is to be told the language that a customer reads; null: it knows, or it refused that language.
-- Customers there are already are told once.
alter table billing_customers add column language_due_at timestamptz default now();
alter table billing_customers alter column language_due_at drop default;
create index billing_customers_untold on billing_customers (provider, language_due_at)
  where language_due_at is not null and customer_id is not null and closed_at is null;
