//! Code that chooses: by a value, or any of several (flp).

use num_traits::ToPrimitive;

use super::{Context, Emitter};
use crate::code::{FEW, Instruction, Pc, QuickArm, Slot, SwitchArm, SwitchHead, SwitchTable, TableId};
use crate::core::{Arm, Expr, Head, Literal, Local};
use crate::free::Locals;
use crate::word::Word;

impl<'a> Emitter<'a> {
    pub(super) fn switch(
        &mut self,
        subject: Local,
        arms: &'a [Arm],
        default: Option<&'a Expr>,
        mut context: Context<'_>,
    ) {
        let mut live = Locals::new();
        for arm in arms {
            live.extend(self.free(&arm.body));
        }
        if let Some(default) = default {
            live.extend(self.free(default));
        }
        if let Some(landing) = &context {
            live.extend(&landing.live);
        }
        let slot = self.bind(subject);
        let here = self.pc();
        let save = self.save(subject, here, &live);
        let table = TableId(self.code.switches.len() as u32);
        self.code.saves[save.0 as usize].switch = Some(table);
        let rigid = self.functions[self.here.0 as usize].rigid;
        self.code.switches.push(SwitchTable {
            arms: Vec::new(),
            dense: None,
            first: 0,
            quick: Vec::new(),
            default: None,
            rigid,
        });
        self.emit(Instruction::Switch { subject: slot, table, save });
        let known = self.evaluated.len();
        self.evaluated.push(subject);
        let mut compiled = Vec::new();
        for arm in arms {
            let inner = self.evaluated.len();
            let mut loads = Vec::new();
            let used = self.free(&arm.body);
            for (field, local) in arm.fields.iter().enumerate() {
                let Some(local) = local else { continue };
                let landing = context.as_ref().is_some_and(|landing| landing.live.contains(local));
                if used.contains(local) || landing {
                    loads.push((field as u16, self.bind(*local)));
                }
            }
            let head = match &arm.head {
                Head::Constructor(id) => SwitchHead::Constructor(*id),
                Head::Partial(id) => SwitchHead::Partial(*id),
                Head::Unapplied(id) => SwitchHead::Unapplied(*id),
                Head::Char(char) => SwitchHead::Atom(Word::char(*char)),
                Head::Integer(value) => match value.to_i64().and_then(Word::integer) {
                    Some(word) => SwitchHead::Atom(word),
                    None => SwitchHead::Big(self.number(&Literal::Integer(value.clone()))),
                },
            };
            compiled.push(SwitchArm { head, arity: arm.fields.len() as u16, loads, to: self.pc() });
            self.tail(&arm.body, context.as_deref_mut());
            self.evaluated.truncate(inner);
        }
        let default = match default {
            Some(default) => {
                let to = self.pc();
                self.tail(default, context);
                Some(to)
            }
            None => context.is_some().then(|| {
                let to = self.pc();
                self.tail(&Expr::Fall, context);
                to
            }),
        };
        self.evaluated.truncate(known);
        let dense = self.dense(&compiled);
        let (first, quick) = match &dense {
            Some((first, arms)) => {
                let quick = |arm: &Option<u16>| arm.and_then(|arm| self.quick(&compiled[usize::from(arm)]));
                (*first, arms.iter().map(|arm| quick(arm).unwrap_or(QuickArm::NOT)).collect())
            }
            None => (0, Vec::new()),
        };
        let table = &mut self.code.switches[table.0 as usize];
        (table.arms, table.dense, table.default) = (compiled, dense, default);
        (table.first, table.quick) = (first, quick);
    }

    fn quick(&self, arm: &SwitchArm) -> Option<QuickArm> {
        let mut loads = [(0, Slot(0)); FEW];
        if arm.arity == 0 || arm.loads.len() > FEW {
            return None;
        }
        loads[..arm.loads.len()].copy_from_slice(&arm.loads);
        let (to, rule) = match self.code.instructions[arm.to.0 as usize] {
            Instruction::Rule { rule } => (Pc(arm.to.0 + 1), Some(rule)),
            _ => (arm.to, None),
        };
        Some(QuickArm { to, rule, loads, length: arm.loads.len() as u8 })
    }

    fn dense(&self, arms: &[SwitchArm]) -> Option<(u32, Vec<Option<u16>>)> {
        let SwitchHead::Constructor(any) = arms.first()?.head else { return None };
        let constructor = &self.code.constructors[any.0 as usize];
        let mut dense = vec![None; constructor.siblings as usize];
        for (index, arm) in arms.iter().enumerate() {
            if let SwitchHead::Constructor(id) = arm.head {
                let place = dense.get_mut((id.0 - constructor.first.0) as usize)?;
                *place = place.or(Some(index as u16));
            }
        }
        Some((constructor.first.0, dense))
    }

    pub(super) fn choice(&mut self, alternatives: &'a [Expr], mut context: Context<'_>) {
        let mut live = Locals::new();
        for alternative in alternatives {
            live.extend(self.free(alternative));
        }
        if let Some(landing) = &context {
            live.extend(&landing.live);
        }
        let ignored = self.temporary();
        let here = self.pc();
        let save = self.save(ignored, here, &live);
        let table = TableId(self.code.choices.len() as u32);
        self.code.choices.push(Vec::new());
        self.emit(Instruction::Choice { table, save });
        let mut entries = Vec::new();
        let known = self.evaluated.len();
        for alternative in alternatives {
            entries.push(self.pc());
            self.tail(alternative, context.as_deref_mut());
            self.evaluated.truncate(known);
        }
        self.code.choices[table.0 as usize] = entries;
    }
}
