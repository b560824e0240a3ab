-- Language that the provider was told; null: nobody knows.
alter table billing_customers add column language text;
