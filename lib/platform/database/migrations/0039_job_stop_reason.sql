-- Why a job was stopped by the system, in words; null for a job that was not, or that a user stopped.
alter table jobs add column stopped_because text;
