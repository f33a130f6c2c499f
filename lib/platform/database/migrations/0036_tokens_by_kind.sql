-- A token of another kind is looked for as one that nobody made is: in the index alone, and as fast.
alter table access_tokens drop constraint access_tokens_token_hash_key;
alter table access_tokens add constraint access_tokens_kind_token_hash_key unique (kind, token_hash);
