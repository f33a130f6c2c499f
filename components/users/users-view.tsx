import { SettingsIntro } from "@/components/settings/settings-intro";
import { ClockStart } from "@/components/time/clock";
import { Card } from "@/components/ui/card";
import type { PartyChoice } from "@/components/ui/forms/party-picker";
import type { SignedInUser } from "@/lib/features/users/rules";
import { InviteUser } from "./invite-user";
import { UserItem } from "./user-item";
import type { UsersActions } from "./users-data";

/** Settings → Users: who may come in, and as what. `now` is the present instant, epoch ms. */
export function UsersView({
  users,
  parties,
  selfId,
  actions,
  now,
}: {
  users: readonly SignedInUser[];
  parties: readonly PartyChoice[];
  selfId: string;
  actions: UsersActions;
  now: number;
}) {
  const active = users.filter(({ state }) => state.kind === "active").length;
  return (
    <ClockStart at={now}>
      <SettingsIntro title="Users" stale={false}>
        Who can sign in, and what they can do. Send each invited user their link; they set their own password.
      </SettingsIntro>
      <InviteUser action={actions.invite} parties={parties} />
      <Card title="All users" aside={`${active} of ${users.length} can sign in`}>
        <ul>
          {users.map((user) => (
            <UserItem
              key={user.id}
              user={user}
              self={user.id === selfId}
              parties={parties}
              actions={actions}
            />
          ))}
        </ul>
      </Card>
    </ClockStart>
  );
}
